// Waiting that ends early when waiting lost its reason: the page is shown again, or the network is back.

export function pause(ms: number, signal: AbortSignal, options: { untilBack?: boolean } = {}): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    const back = () => document.visibilityState === 'visible' && navigator.onLine && done();
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      removeEventListener('online', back);
      document.removeEventListener('visibilitychange', back);
      resolve();
    }
    signal.addEventListener('abort', done);
    if (options.untilBack !== false) {
      addEventListener('online', back);
      document.addEventListener('visibilitychange', back);
    }
    if (signal.aborted) done();
  });
}

/** 1 s, 2 s, 4 s … up to 30 s, each with up to half more so that many clients do not come back at once. */
export const backoff = (failures: number): number =>
  Math.min(30_000, 1_000 * 2 ** Math.min(failures - 1, 5)) * (1 + Math.random() / 2);
