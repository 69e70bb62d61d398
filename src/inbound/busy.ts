// How quickly mails come: decides whether a thread is worth the detour. An idle service does everything at once where it stands.

const WINDOW_MS = 50;
/** 300 a second. */
const BUSY_PER_WINDOW = 15;

/** Counts the call itself; true while calls come quickly. */
export function createBusyGauge(): () => boolean {
  let windowStart = 0;
  let inWindow = 0;
  let lastWindow = 0;
  return () => {
    const now = performance.now();
    if (now - windowStart >= WINDOW_MS) {
      lastWindow = now - windowStart < 2 * WINDOW_MS ? inWindow : 0;
      inWindow = 0;
      windowStart = now;
    }
    inWindow++;
    return lastWindow >= BUSY_PER_WINDOW || inWindow >= BUSY_PER_WINDOW;
  };
}
