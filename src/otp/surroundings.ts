// Rules a value out by the characters that touch it: currency, units, masked digits, identifiers, colours, file names.
import type { Shape } from './shapes.ts';

/** No code; but a password that is named as one may be `Dp@9kR2m`. */
export const BESIDE_SYMBOL = 'beside a symbol';
const MONEY_BEFORE =
  /(?:[$€£¥₫₹₩฿₺₽₴₱₦]|\b(?:usd|eur|gbp|vnd|jpy|cny|rmb|krw|thb|inr|idr|myr|sgd|php|try|rub|uah|pln|czk|huf|ron|bgn|sek|nok|dkk|chf|brl|mxn|aud|cad|btc|eth|usdt|rs|rp|rm|tl|kr|zł|kč|lei|лв|руб|грн)\.?) ?$/i;
const UNIT_AFTER =
  /^ ?(?:[%‰€£¥₫₹₩฿₺₽₴$]|(?:usd|eur|gbp|vnd|vnđ|đ|đồng|jpy|cny|krw|thb|inr|myr|btc|eth|usdt|kr|sek|nok|dkk|zł|pln|kč|czk|ft|huf|lei|ron|лв|руб|грн|tl|rs|points?|pts|miles|minutes?|mins?|seconds?|secs?|hours?|hrs?|days?|weeks?|months?|years?|phút|giây|giờ|ngày|tháng|điểm|người|lượt|people|users|customers|members|employees|reviews|followers|subscribers|views|votes|steps|calories|kcal|words|items|pieces|pcs|photos|files|km|kg|mb|gb|kb|minuten|sekunden|stunden|tage|minutes|secondes|heures|jours|minutos|segundos|horas|días|dias|minuti|secondi|ore|giorni|puntos|pontos|punti|minuter|minutter|minuuttia|dakika|saniye|минут|минуты|секунд|часов|хвилин|menit|jam|perc|minut|λεπτά|นาที|ชั่วโมง|บาท|दिन|मिनट)(?![\p{L}]))/iu;
const EAST_ASIAN_UNIT_AFTER =
  /^ ?(?:年|年度|月|日|号|號|分钟|分鐘|分間|分|秒|小时|小時|時間|元|円|원|년|월|일|분|시간|개|명|점|位|个|個|人|件|点|點|만|万|萬|步|次|名様|ページ)/;
const MASKED_BEFORE = /(?:[*•●·×#]{2,}|\b[xX]{2,}|\.{3}(?! )|…(?! ))[ -]?$/;
const YEAR_BEFORE =
  /(?:^|[\s(])(?:in|by|of|from|since|until|late|early|est\.?|en|em|im|seit|bis|ab|depuis|desde|dal|nel|del|sinds|sedan|siden|od|do|rok|roku|din|óta|с|в|до|з|від|от|năm|từ|đến|tahun|sejak|yılı|من|عام|سنة|שנת) $/i;
// "Text HELP to 60077."
const TEXTED =
  /(?:\btext|\bsms|\bsend|soạn|gửi|envoyez|envía|envie|invia|sende|stuur|skicka|отправьте|kirim)\b[^.!?\n]{0,28}$/i;
const STATE_BEFORE = /,? [A-Z]{2} $/;

// "3 Nov 2025", "November 3rd, 2025", "3 de noviembre de 2025", in any language: a day and a word of letters, on either side.
const DAY_AND_MONTH =
  /(?:^|[^\p{L}\p{N}])(?:\d{1,2}(?:st|nd|rd|th|er|\.|º|ª)?[ -]?(?:de |di |of )?[\p{L}\p{M}][\p{L}\p{M}.]{1,14},?[ -](?:de |del |พ\.ศ\. ?)?|\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th|\.)?,? )$/u;
// Ours, the Buddhist and the Islamic calendar's.
const YEAR = /^(?:19|20|2[45]|1[34])\d\d$/;

function closesDate(text: string, start: number, after: string): boolean {
  if (/^,? (?:at |um |à |lúc )?\d{1,2}[:h]\d\d/.test(after)) return true;
  return DAY_AND_MONTH.test(text.slice(Math.max(0, start - 28), start));
}

/** `**482913**` and `__482913__` are how plain text writes bold. */
function isEmphasised(before: string, after: string): boolean {
  const mark = /(?:^|[^\w*_~`])([*_~`]{1,3})$/.exec(before)?.[1];
  return mark !== undefined && after.startsWith(mark) && !/^\w/.test(after.slice(mark.length));
}

/** `*** 482913 ***` and `## 482913 ##` only show where to look. */
function isFramed(before: string, after: string): boolean {
  const mark = /(?:^|\s)([*•●·#=~])\1{1,7} {0,3}$/.exec(before)?.[1];
  return mark !== undefined && after.trimStart().startsWith(mark + mark);
}

const DURATION =
  /^\d{1,2} ?(?:分|秒|小时|小時|時間|时|日|天|분|초|시간|일|นาที|min|phút|giây|giờ|sec|hour|stund|heure|hora|ore|dakika|минут|хвилин|menit|perc|λεπτ)/i;

/** `482913,10分钟`: four digits or more are no group of thousands, so the mark behind them closes the clause, unless cents follow. */
export function endsClause(text: string, mark: number): boolean {
  const comma = text.charCodeAt(mark) === 44;
  if (!comma && text.charCodeAt(mark) !== 46) return false;
  if (!/(?:^|[^\d.,:/'-]|[^\d]:)\d{4,8}$/.test(text.slice(Math.max(0, mark - 10), mark))) return false;
  const after = text.slice(mark + 1, mark + 12);
  if (DURATION.test(after)) return true;
  return comma && !/^\d{2}(?!\d)/.test(after) && !/^\d{3,}[.,]\d/.test(after);
}

/** A reason, or null when nothing touching the value speaks against it. */
export function surroundingsReject(text: string, start: number, end: number, shape: Shape): string | null {
  const before = text.slice(Math.max(0, start - 16), start);
  const after = text.slice(end, end + 16);
  // Most values stand among plain words; the many marks below are looked for only where there is one.
  const marked = !/^[A-Za-z ,:\n]*$/.test(before) || !/^[.,:;!?]?(?:\s|$)/.test(after);
  const reason = marked ? markReject(text, start, end, shape, before, after) : null;
  if (reason !== null || shape !== 'digits') return reason;
  return quantityReject(text, start, end, before, after);
}

function markReject(
  text: string,
  start: number,
  end: number,
  shape: Shape,
  before: string,
  after: string,
): string | null {
  if (isEmphasised(before, after)) return null;
  if (/[A-Za-z0-9][@&^]$/.test(before) || /^[@&^+][A-Za-z0-9]/.test(after)) return BESIDE_SYMBOL;
  if (/[_@&\\/^]$/.test(before) || /[A-Za-z0-9]\.$/.test(before)) return 'part of an identifier';
  if (/^[_@=&\\^]/.test(after) || /^\/[A-Za-z0-9]/.test(after) || /^\.[a-z]{2,}/.test(after))
    return 'part of an identifier';
  if (/^[.,]\d/.test(after) && !endsClause(text, end)) return 'part of an identifier';
  if (isFramed(before, after)) return null;
  // `2580#` is keyed in at a gate or on a phone.
  if (shape === 'digits' && /^#(?![#\w])/.test(after) && !/#\s*$/.test(before)) return 'for a keypad';
  if (MASKED_BEFORE.test(before) || /^[*•●]{2,}/.test(after)) return 'masked number';
  if (shape === 'digits' && end - start <= 4 && /(?:^|[^*])[*•]$/.test(before)) return 'masked number';
  if (
    /\+ ?\(?$/.test(before) ||
    (/\($/.test(before) && /^\) ?\d/.test(after)) ||
    /\+\d{1,3}(?:[ .)-]{1,2}\(?\d{1,5}\)?){0,3}[ .)-]{1,2}\(?$/.test(before)
  )
    return 'phone number';
  if (/\(\+?\d{1,4}\)[ -]?$/.test(before)) return 'phone number';
  if (/(?:©|\(c\)) ?$/i.test(before)) return 'copyright year';
  if (/[([]#$/.test(before)) return 'ticket number';
  if (/#$/.test(before) && shape === 'mixed' && /^[0-9a-f]{6}$/i.test(text.slice(start, end))) return 'colour';
  return null;
}

function quantityReject(text: string, start: number, end: number, before: string, after: string): string | null {
  if (/\b[xX]{2,}[ -]?$/.test(before)) return 'masked number';
  if (MONEY_BEFORE.test(before)) return 'amount';
  if (/^ ?[^\s\d.,;:!?)]/.test(after) && (UNIT_AFTER.test(after) || EAST_ASIAN_UNIT_AFTER.test(after)))
    return 'amount or duration';
  if (
    / (?:to|an|au|al|a|на|vào|đến|naar|till|til|ke) (?:the number |số |номер )?$/.test(before) &&
    TEXTED.test(text.slice(Math.max(0, start - 40), start))
  )
    return 'short number';
  if (/copyright $/i.test(before)) return 'copyright year';
  if (end - start === 4 && YEAR.test(text.slice(start, end)) && closesDate(text, start, after)) return 'date';
  if (end - start === 4 && YEAR_BEFORE.test(before) && /^(?:19|20)/.test(text.slice(start, end))) return 'year';
  if (/, $/.test(before) && /^,? \p{Lu}\p{Ll}+/u.test(after)) return 'postal code';
  if (/〒 ?$/.test(before) || (end - start === 5 && STATE_BEFORE.test(before))) return 'postal code';
  if (/(?:№|n[°º]) ?$/i.test(before)) return 'numbered document';
  if (/\d[ -]$/.test(before) && text.slice(start, end).includes('-')) return 'phone number';
  if (/\d $/.test(before) && end - start <= 4 && /^ \d{2,4}\b/.test(after)) return 'grouped number';
  return null;
}
