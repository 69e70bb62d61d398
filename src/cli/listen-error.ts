// Occupied or forbidden ports, said in one line.

export class ListenError extends Error {}

export function listenLine(
  error: unknown,
  what: string,
  hostVariable: string,
  portVariable: string,
  host: string,
  port: number,
): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `${what} cannot listen on ${host}:${port}: the port is in use. Stop what uses it, or set ${portVariable}.`;
    case 'EACCES':
      return `${what} cannot listen on ${host}:${port}: not permitted. Set ${portVariable} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${what} cannot listen on ${host}:${port}: this machine has no such address. Set ${hostVariable}.`;
    default:
      return `${what} cannot listen on ${host}:${port}: ${(error as Error).message}`;
  }
}
