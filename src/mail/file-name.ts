// A sender's file name → one that is safe to store, show and offer for saving. Used by parse.
const MAX_NAME = 200;
const MAX_EXTENSION = 20;
// Direction overrides and isolates let `exe.txt` be shown for what is `txt.exe`; zero-width ones hide the difference.
const INVISIBLE = /[\p{Cc}\p{DI}\u2028\u2029\ufff9-\uffff]/gu;

export function safeFileName(name: string | null | undefined): string | null {
  if (!name) return null;
  // Long before any cut the name is unusable; bounding first keeps every replace below cheap.
  const bounded = name.length > 4096 ? name.slice(0, 2048) + name.slice(-2048) : name;
  const visible = bounded.toWellFormed().normalize('NFC').replace(INVISIBLE, '');
  const base =
    visible
      .split(/[/\\]/)
      .filter((segment) => segment.trim() !== '')
      .at(-1) ?? '';
  const plain = base
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  if (plain === '') return null;
  if (plain.length <= MAX_NAME) return plain;
  const dot = plain.lastIndexOf('.');
  const extension = dot > 0 && plain.length - dot <= MAX_EXTENSION ? plain.slice(dot) : '';
  return (plain.slice(0, MAX_NAME - extension.length) + extension).toWellFormed();
}
