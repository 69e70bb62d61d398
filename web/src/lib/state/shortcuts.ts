// Single keys, as long as nobody is typing and no dialog is open.

export type Shortcuts = Readonly<Record<string, () => void>>;

export function onShortcuts(keys: () => Shortcuts): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select, [contenteditable="true"]') || document.querySelector('dialog[open]'))
      return;
    const action = keys()[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}
