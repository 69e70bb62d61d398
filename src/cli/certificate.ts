// The certificate for STARTTLS, tried before anything is started: a file that is not there or does not fit is one line.

import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type Config, ConfigError } from '../config.ts';

export function checkCertificate({ smtpTlsCert, smtpTlsKey }: Pick<Config, 'smtpTlsCert' | 'smtpTlsKey'>): void {
  if (smtpTlsCert === null || smtpTlsKey === null) return;
  const cert = readPem('SMTP_TLS_CERT', smtpTlsCert);
  const key = readPem('SMTP_TLS_KEY', smtpTlsKey);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new ConfigError(
      `SMTP_TLS_CERT and SMTP_TLS_KEY are not a certificate and its key in PEM form: ${(error as Error).message}.`,
    );
  }
}

function readPem(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new ConfigError(`${variable} is set to "${file}", which cannot be read: ${(error as Error).message}.`);
  }
}
