// Time-based codes (RFC 6238): SHA-1, 6 digits, 30 s, one step of drift either way. The one importer of otplib.
// Says which step a code belongs to; whether that step is still unused is decided in the database.

import { generateSecret, generateSync, generateURI, verifySync } from 'otplib';

const PERIOD = 30;
const SHAPE = { algorithm: 'sha1', digits: 6, period: PERIOD } as const;

export const newTotpSecret = (): string => generateSecret({ length: 20 });

export function totpUri(secret: string, account: string): string {
  return generateURI({ issuer: 'Mayfly', label: account, secret, ...SHAPE });
}

export function totpCode(secret: string, at: Date): string {
  return generateSync({ secret, epoch: epochOf(at), ...SHAPE });
}

/** The time step that the code is for, or null when it is no code of now, the step before or the step after. */
export function totpStep(secret: string, code: string, at: Date): number | null {
  const digits = code.replaceAll(/[\s-]/g, '');
  if (!/^[0-9]{6}$/.test(digits)) return null;
  const result = verifySync({ secret, token: digits, epoch: epochOf(at), epochTolerance: PERIOD, ...SHAPE });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

const epochOf = (at: Date) => Math.floor(at.getTime() / 1_000);
