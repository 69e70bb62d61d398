// Staff write Markdown; the result is sanitized like any other HTML. The one importer of marked.

import { Marked } from 'marked';

const marked = new Marked({ gfm: true, async: false });

export function renderMarkdown(source: string): string {
  return marked.parse(source) as string;
}
