// The original of a mail, read in the browser when the visitor asks for its remote images: the service gives HTML
// without them, and only the original still knows where they were. Loaded on demand; shown in the same closed frame.

import PostalMime from 'postal-mime';
import { rawMessage } from '../api/mailboxes.ts';

export async function originalHtml(token: string, id: string): Promise<string | null> {
  const mail = await new PostalMime({ attachmentEncoding: 'base64' }).parse(await rawMessage(token, id));
  if (!mail.html) return null;
  const images = new Map<string, string>();
  for (const { contentId, mimeType, content } of mail.attachments) {
    if (!contentId || !/^image\/[a-z0-9.+-]+$/i.test(mimeType) || typeof content !== 'string') continue;
    images.set(contentId.replace(/^<|>$/g, ''), `data:${mimeType};base64,${content}`);
  }
  return mail.html.replace(/cid:([^"'\s)>]+)/gi, (whole, cid: string) => images.get(safeDecode(cid)) ?? whole);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
