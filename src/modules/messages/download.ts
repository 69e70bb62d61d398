// A Content-Disposition that no file name can break: a plain ASCII name, and the real one percent-encoded (RFC 6266, RFC 8187).

const MAX_NAME = 150;

export function contentDisposition(filename: string): string {
  const name = filename.toWellFormed().slice(0, MAX_NAME);
  const ascii = name.replace(/[^A-Za-z0-9._ -]/g, '_').trim() || 'download';
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
