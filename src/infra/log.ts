// The one logger. Secrets never reach it: credentials travel in headers that no line contains.

import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFields },
    redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'password', 'token', 'code', 'key', 'secret'],
  };
  return destination ? pino(options, destination) : pino(options);
}

/** What helps a reader of the log; libraries hang whole connections on their errors. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as NodeJS.ErrnoException;
  return { type: error.name, message: error.message, ...(code === undefined ? {} : { code }), stack: error.stack };
}
