// The time as the service sees it: a countdown must not depend on a wrong clock of the visitor's machine.

let offset = 0;
let tick = $state(Date.now());

setInterval(() => {
  tick = Date.now();
}, 1_000);

/** Date headers have whole seconds, so small differences say nothing. */
export function noteServerTime(header: string | null): void {
  const server = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(server)) return;
  const difference = server - Date.now();
  offset = Math.abs(difference) > 5_000 ? difference : 0;
}

/** Changes once a second; components that read it are drawn again. */
export const now = (): number => tick + offset;

export const secondsUntil = (iso: string): number => Math.max(0, Math.round((Date.parse(iso) - now()) / 1_000));
