// Where a code is typed, in many languages, as it stands behind the code: "… on the page", "… sivulle", "… vào ô".

const SURELY =
  'box|field|feld|eingabefeld|kästchen|vak|veld|invulveld|rutan|fältet|feltet|ruten|boksen|kenttään|kentässä|ruutuun|väljale|lahtrisse|reitinn|case|champ|casilla|recuadro|campo|caixa|casella|riquadro|câmp\\p{L}*|căsuț\\p{L}+|pole|polu|polem|pola|okienk\\p{L}+|políčk\\p{L}+|поле|полі|полето|полја|polje|okence|mezőbe|laukel\\p{L}+|laukā|lauciņā|alana|kutuya|kutucuğa|πεδίο|πλαίσιο|ô|khung|kolom|kotak|petak|patlang';
const PERHAPS =
  'app|apps|appen|form|page|site|website|screen|web|tab|window|seite|webseite|anmeldeseite|bildschirm|fenster|formular|página|pagina|pagină|pantalla|tela|ecrã|schermata|schermo|page|écran|formulaire|formulario|formulário|modulo|scherm|formulier|sidan|sidu|síðunni|siden|skärmen|skærmen|skjermen|sivulle|sivulla|näytölle|lehel|lehele|ekraanil|stronie|ekranie|stránce|stránke|stránku|obrazovce|strani|stranici|ekranu|zaslonu|странице|странице|сторінці|страницата|экране|екрані|сайте|сайті|сайта|приложени\\p{L}+|oldalon|oldalra|képernyőn|puslapyje|puslapį|lango|lapā|lapas|sayfa\\p{L}*|ekran\\p{L}*|uygulama\\p{L}*|σελίδα|οθόνη|φόρμα|trang|màn hình|ứng dụng|aplikac\\p{L}+|aplikasi|halaman|layar|skrin|laman|página';
const WORD = "[\\p{L}\\p{M}’']+";

/** "4821 into the app", "6174 sivulle": at most four small words between. */
export const INTO_A_PLACE = new RegExp(
  `^["'”»*_]* (?:${WORD}[ -]){0,4}?(?:nell['’]|all['’]|sull['’])?(?:${SURELY}|${PERHAPS})(?!\\p{L})`.normalize('NFC'),
  'u',
);
/** A box or a field is there to be typed into, and nothing else. */
export const INTO_A_FIELD = new RegExp(`^["'”»*_]* (?:${WORD}[ -]){0,3}?(?:${SURELY})(?!\\p{L})`.normalize('NFC'), 'u');
/** One of them anywhere in a sentence. */
export const A_PLACE = new RegExp(`(?<!\\p{L})(?:${SURELY}|${PERHAPS})(?!\\p{L})`.normalize('NFC'), 'u');
/** "6174 sivulle": its case says what a small word says elsewhere. */
export const RIGHT_AT_A_PLACE = new RegExp(
  `^ (?:\\p{L}+l['’])?(?:${SURELY}|${PERHAPS})(?!\\p{L})`.normalize('NFC'),
  'u',
);
