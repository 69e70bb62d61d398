// Lets this process trust the endpoints of tls-endpoint.ts, as an operator's own authority would be trusted.

import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { testCa } from './tls-endpoint.ts';

export function trustTestCa(): void {
  setDefaultCACertificates([...getCACertificates('default'), testCa]);
}
