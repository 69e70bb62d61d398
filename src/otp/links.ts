// Finds the link that verifies, signs in or resets. Links come from the HTML and from addresses in plain text, and are handed on as written.
import { CONFIRM_WORDS, EXPIRING_LINK, OTHER_PAGES, RESET_WORDS, SIGN_IN_WORDS } from './words/link-words.ts';

export interface MailLink {
  href: string;
  label: string;
}

interface Seen extends MailLink {
  context: string;
}

const MAX_TEXT = 64_000;
const MAX_LINKS = 200;
const WEB_ADDRESS = /https?:\/\/[^\s<>"'`\u3000-\u303f\uff00-\uffef]+/gi;
const OTHER_HREF =
  /unsub|opt-?out|preferences|\/privacy|\/terms|\/legal|:\/\/(?:[\w-]+\.)*(?:facebook|twitter|x|instagram|linkedin|youtube|tiktok|t|apple|wa|zalo)\.(?:com|me|co)\/|play\.google|:\/\/(?:help|support|docs|blog|status)\.|\/help|\/support|\/faq|\/contact|\/carts?\/|\/checkouts?\/|\/pipelines?\/|\/commits?\/|\/issues?\/|\/pull\/|\/merge_requests\/|\/builds?\/|\/jobs\/|\/deny|\/revoke|\/reject|\/decline|not-?me\b|view-?in-?browser|view-?online|webversion|\.(?:png|jpe?g|gif|css|svg|ico)(?:$|\?)/i;
const CONFIRM_HREF =
  /verif|confirm|konfirm|conferm|(?<!re-?)activat|activer|activar|ativar|attiva|aktiv|aktyw|validat|valider|validar|convalid|magic|passwordless|one-?time|opt-?in|double-?optin|complete-?(?:sign|regist)|email-?link|xac-?(?:nhan|thuc|minh)|kich-?hoat|bestaetig|bekr(?:ae|a|æ|ä|e)ft|bekreft|bevestig|freischalt|potwierd|potvrd|overit|overeni|podtver|pidtver|potvur|dogrula|onayla|vahvist|megeros|patvirt|apstipr|kinnit|sahkan/i;
const RESET_HREF =
  /reset|recover|restor|new-?password|set-?password|change-?password|forgot|password|passwort|kennwort|wachtwoord|mot-?de-?passe|reinitiali|contrasen|restablec|senha|redefin|reimposta|haslo|heslo|sifre|sifirla|sandi|mat-?khau|dat-?lai|lozink|jelszo|salasana|losenord|adgangskode|passord|parola|parol/i;
const SIGN_IN_HREF =
  /sign-?in|log-?in|log-?me|auth|session|access|sso|callback|anmeld|einlogg|connexion|acceder|entrar|accedi|inlog|logga|prihlas|zaloguj|logowan|giris|masuk|dang-?nhap|kirjaudu|belep/i;
const REFUSES =
  /not (?:you|me)\b|wasn.?t (?:you|me)|weren.?t you|didn.?t|did not|don.?t recogni[sz]e|not request|kh[oô]ng phải|nicht (?:sie|du|von)|non (?:è|sei)|n'êtes pas|no fuiste|não foi|不是您|心当たり/i;
// "Or sign in with one tap": the link does by itself what the code would.
const BY_ITSELF =
  /one[- ](?:tap|click)|single click|directly|instantly|automatically|without (?:a |the |your )?(?:code|password)|một (?:chạm|cú nhấp|lần nhấn)|trực tiếp|tự động|mit einem (?:klick|tipp)|direkt|ohne (?:code|passwort)|en un clic|directement|con un clic|directamente|com um clique|diretamente|con un click|direttamente|één klik|rechtstreeks|jednym kliknięciem|bezpośrednio|одним (?:нажатием|кликом)|напрямую|tek (?:tıkla|dokunuşla)|doğrudan|一键|一鍵|直接|ワンタップ|ワンクリック|원클릭|바로/i;
const VAGUE =
  /^(?:click |tap |press )?(?:here|this link|link|button|continue|next|open|go|get started|start|proceed|tại đây|nhấn vào đây|bấm vào đây|hier|ici|aquí|aqui|qui|klik hier|här|her|tutaj|zde|здесь|тут|buraya|点击这里|點擊這裡|こちら|여기|di sini|هنا|כאן|https?:\/\/.*)[.!»→> ]*$/i;
const MAX_LABEL = 100;
const THRESHOLD = 0.68;
const LINK_BONUS = 0.2;
const TOKEN_RANK = 0.3;

export interface LinkSearch {
  subject: string;
  text: string | null;
  htmlText: string | null;
  links: MailLink[];
  /** Whether the mail advertises; asked only when there is a link. */
  promo: () => boolean;
}

export function findLink(search: LinkSearch): string | null {
  const seen = [
    ...htmlLinks(search),
    ...textLinks(search.text),
    ...(search.links.length === 0 ? textLinks(search.htmlText) : []),
  ];
  if (seen.length === 0) return null;
  // Asked only when a link's fate hangs on it: reading the whole mail again costs more than all the rest of this step.
  let expiring: boolean | undefined;
  const speaksOfLink = (): boolean => {
    expiring ??= EXPIRING_LINK.test(
      `${search.subject}\n${search.text ?? ''}\n${search.htmlText ?? ''}`.slice(0, MAX_TEXT),
    );
    return expiring;
  };
  const advertises = search.promo();
  let best: { href: string; rank: number } | null = null;
  for (const link of seen.slice(0, MAX_LINKS)) {
    let score = scoreLink(link, search.subject) - (advertises ? 0.15 : 0);
    if (score > THRESHOLD - LINK_BONUS && speaksOfLink()) score += LINK_BONUS;
    if (score < THRESHOLD) continue;
    // Of several that would do, the one that carries something of this mail's own.
    const rank = score + (readHref(link.href).token ? TOKEN_RANK : 0);
    if (rank > (best?.rank ?? 0)) best = { href: link.href, rank };
  }
  return best?.href ?? null;
}

function scoreLink(link: Seen, subject: string): number {
  const label = link.label.toLowerCase();
  if (OTHER_PAGES.test(label) || OTHER_HREF.test(link.href)) return 0;
  // A whole story that is one link: nobody writes that on a button, whatever words the story has.
  if (label.length > MAX_LABEL && !CONFIRM_HREF.test(readHref(link.href).path)) return 0;
  const vague = label === '' || VAGUE.test(label);
  const words = vague ? lastSentences(link.context.toLowerCase()) : label;
  if (vague && OTHER_PAGES.test(withoutBrowser(lastSentence(words)))) return 0;
  const { path, token } = readHref(link.href);
  let score = 0;
  if (CONFIRM_WORDS.test(words)) score += vague ? 0.45 : 0.5;
  else if (RESET_WORDS.test(words)) score += (vague ? 0.45 : 0.5) - (token ? 0 : 0.4);
  else if (SIGN_IN_WORDS.test(words)) score += (BY_ITSELF.test(words) ? 0.35 : 0.25) - (token ? 0 : 0.2);
  // No word known: then the address itself has to say it, which is mostly in English whatever the mail's language.
  else if (CONFIRM_HREF.test(path)) score += token ? 0.1 : 0;
  else if (token && RESET_HREF.test(path)) score += 0.15;
  else return 0;
  if (CONFIRM_HREF.test(path)) score += 0.35;
  else if (RESET_HREF.test(path)) score += token ? 0.3 : -0.2;
  else if (SIGN_IN_HREF.test(path)) score += 0.15;
  score += token ? 0.25 : -0.2;
  if (CONFIRM_WORDS.test(subject) || RESET_WORDS.test(subject) || SIGN_IN_WORDS.test(subject)) score += 0.12;
  if (REFUSES.test(vague ? lastSentence(words) : label)) score -= 0.45;
  return score;
}

/** An address belongs to the sentence before it, or to the one before that: "Verify your address. The link is valid for a day: …" */
function lastSentences(context: string): string {
  return context
    .split(/(?<=[.!?。])\s+/)
    .filter((sentence) => sentence.trim() !== '')
    .slice(-2)
    .join(' ');
}

function lastSentence(words: string): string {
  return words.slice(-100).replace(/^[\s\S]*[.!?。]\s/, '');
}

const BROWSER = /(?:browser|trình duyệt|navigateur|navegador|prohlížeč|przeglądar|браузер|tarayıcı)\p{L}*/gu;
const VIEWED =
  /view|having trouble|read|ansehen|anzeigen|anschauen|xem|affich|voir|lire|ver |veja|visual|bekijk|visa|vis |zobraz|wyświetl|просмотр|посмотр|görüntüle/;

/** "Open this address in your browser" leads to the address itself; "view in your browser" leads to the mail's own page. */
function withoutBrowser(sentence: string): string {
  return VIEWED.test(sentence) ? sentence : sentence.replace(BROWSER, '');
}

/** Something in the address that only this mail carries. */
function readHref(href: string): { path: string; token: boolean } {
  const start = href.indexOf('/', 8);
  const path = start === -1 ? '' : href.slice(start);
  const parts = path.split(/[/?&#=;]/).slice(0, 60);
  const names =
    /[?&#](?:token|code|key|otp|t|k|c|sig|signature|hash|h|ticket|nonce|oob ?code|confirmation_token|state|jwt|id_token|secret|u|uid|data|upn|p|q)=[^&]{4,}/i.test(
      path,
    );
  return { path, token: names || parts.some((part) => isToken(part)) };
}

// `kichhoat.php` is a page, whatever its length.
const PAGE = /\.(?:php\d?|html?|aspx?|jsp|do|cgi|cfm|action)$/i;

function isToken(whole: string): boolean {
  const part = whole.replace(PAGE, '');
  if (part.length < 8) return part.length >= 6 && /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part);
  if (/^[A-Za-z]+(?:[-_][A-Za-z]+)*$/.test(part)) return part.length >= 20 && !/[-_]/.test(part);
  return /\d/.test(part) && /[A-Za-z]/.test(part) ? true : part.length >= 10;
}

function htmlLinks(search: LinkSearch): Seen[] {
  return search.links
    .slice(0, MAX_LINKS)
    .map((link) => ({ ...link, context: contextInText(search.htmlText ?? '', link) }));
}

function contextInText(text: string, link: MailLink): string {
  if (link.label !== '' && !VAGUE.test(link.label)) return '';
  const place = text.indexOf(`<${link.href}>`);
  const at = place === -1 ? text.indexOf(link.label === '' ? link.href : link.label) : place;
  return at === -1 ? '' : text.slice(Math.max(0, at - 160), at);
}

function textLinks(text: string | null): Seen[] {
  if (text === null || !text.includes('://')) return [];
  const bounded = text.slice(0, MAX_TEXT);
  const found: Seen[] = [];
  for (const match of bounded.matchAll(WEB_ADDRESS)) {
    if (found.length >= MAX_LINKS) break;
    const href = trimEnd(match[0]);
    found.push({ href, label: '', context: lastWords(bounded.slice(Math.max(0, match.index - 200), match.index)) });
  }
  return found;
}

// What was said after the address before this one; the words of another link do not count for this one.
function lastWords(before: string): string {
  const previous = before.search(/https?:\/\/\S*(?![\s\S]*https?:\/\/)/i);
  return previous === -1 ? before : before.slice(previous).replace(/^https?:\/\/\S*/i, '');
}

function trimEnd(address: string): string {
  let end = address.length;
  while (end > 0) {
    const last = address.charAt(end - 1);
    if (/[.,;:!?*_'\]}>]/.test(last)) end -= 1;
    else if (last === ')' && !address.slice(0, end).includes('(')) end -= 1;
    else break;
  }
  return address.slice(0, end);
}
