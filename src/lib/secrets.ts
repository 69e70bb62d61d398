// Random credentials, their hashes, and what is derived from SECRET_KEY: signatures and encryption at rest.

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` characters of the alphabet, uniformly random. Base 62 by default (5.95 bits each). */
export function randomText(length: number, alphabet = BASE62): string {
  let out = '';
  for (let i = 0; i < length; i++) out += alphabet.charAt(randomInt(alphabet.length));
  return out;
}

/** What is kept of a random credential. A plain hash suffices: the input has more than 200 bits of entropy. */
export function hashCredential(credential: string): string {
  return createHash('sha256').update(credential).digest('base64url');
}

/** Compares two texts without telling by time where they differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

export interface Secrets {
  /** A 128-bit signature over the text, separate for each purpose. */
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
  encrypt(plain: string): string;
  decrypt(sealed: string): string;
}

export function createSecrets(secretKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'mayfly', purpose, 32));
  const signingKeys = new Map<string, Buffer>();
  const encryptionKey = derive('encrypt');

  function sign(purpose: string, text: string): string {
    let key = signingKeys.get(purpose);
    if (!key) {
      key = derive(`sign:${purpose}`);
      signingKeys.set(purpose, key);
    }
    return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');
  }

  return {
    sign,
    verify(purpose, text, signature) {
      const wanted = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return wanted.length === given.length && timingSafeEqual(wanted, given);
    },
    encrypt(plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
