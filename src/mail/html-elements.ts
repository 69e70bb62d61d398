// What each HTML element means for the shape of plain text; used by html-to-text only.

export type ElementRole =
  | 'inline'
  | 'spaced'
  | 'block'
  | 'paragraph'
  | 'row'
  | 'cell'
  | 'item'
  | 'break'
  | 'rule'
  | 'preformatted'
  | 'dropped';

const ROLES = new Map<string, ElementRole>();

function assign(role: ElementRole, names: string): void {
  for (const name of names.split(' ')) ROLES.set(name, role);
}

assign(
  'dropped',
  'style script title noscript template iframe object embed select textarea svg math audio video canvas',
);
assign('block', 'html body div section article header footer main nav aside address center form fieldset figure dd dt');
assign('block', 'table tbody thead tfoot caption details summary legend li-group dl hgroup');
assign('paragraph', 'p h1 h2 h3 h4 h5 h6 blockquote ul ol figcaption');
assign('row', 'tr');
assign('cell', 'td th');
assign('item', 'li');
assign('break', 'br');
assign('rule', 'hr');
assign('preformatted', 'pre listing xmp');

// `head` is transparent: broken mails leave it open, and what matters in it (style, script, title) is dropped by name.
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** A block that the style makes inline is shown beside its neighbours, a space apart. */
export function elementRole(name: string, inline: boolean): ElementRole {
  const role = ROLES.get(name) ?? 'inline';
  return inline && (role === 'block' || role === 'paragraph') && name !== 'table' ? 'spaced' : role;
}

export function isVoid(name: string): boolean {
  return VOID.has(name);
}
