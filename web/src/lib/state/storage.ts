// What the browser keeps between visits. Storage may be full or forbidden; the app then lives in memory.

export function readStored<T>(name: string, area: Storage = localStorage): T | null {
  try {
    const text = area.getItem(`mayfly.${name}`);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function writeStored(name: string, value: unknown, area: Storage = localStorage): void {
  try {
    if (value === null || value === undefined) area.removeItem(`mayfly.${name}`);
    else area.setItem(`mayfly.${name}`, JSON.stringify(value));
  } catch {
    // Private windows of some browsers refuse; nothing else depends on it.
  }
}

/** Calls back when another tab changed the entry. */
export function onStoredElsewhere(name: string, changed: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === `mayfly.${name}`) changed();
  });
}
