// What is pointed at without a name of its own: "these characters", "dãy số dưới đây". A pointing word with every noun for a run of characters,
// language by language. Part of the word lists.
import { type Pairing, pairing } from './word-list.ts';

export const pointedAt: Pairing[] = [
  pairing(
    'this|these|following|that|single',
    'number|numbers|digits|characters|letters|letters and numbers|letters and digits|sequence|string|combination|key|symbols|phrase|figures|passphrase|token|series|value',
    ' ',
    'weak',
  ),
  pairing(
    'number|numbers|digits|characters|sequence|string|combination|key|symbols|phrase|figures|passphrase|token|series',
    'below|above|shown|shown below|shown above|in bold',
    ' ',
    'weak',
  ),
  pairing(
    'số|dãy số|con số|chuỗi|chuỗi số|chuỗi ký tự|dãy ký tự|dãy chữ số|dãy|ký tự|chữ số|các số|cụm từ|từ khóa|từ khoá|khóa|khoá',
    'này|sau|sau đây|dưới đây|bên dưới|ở dưới|dưới|in đậm',
    ' ',
    'weak',
  ),
  pairing(
    'diese|dieser|diesen|dieses|folgende|folgenden|folgender|untenstehende|untenstehenden|nachstehende|nachfolgende|obige',
    'nummer|zahl|zahlen|ziffern|zeichen|zeichenfolge|zeichenkette|ziffernfolge|zahlenfolge|kombination|kennziffer|kennung|schlüssel|wort|token',
    ' ',
    'weak',
  ),
  pairing('deze|dit|volgende|onderstaande', 'nummer|cijfers|tekens|reeks|getal|combinatie|sleutel|token', ' ', 'weak'),
  pairing(
    'denna|dessa|detta|följande|denne|dette|disse|følgende',
    'nummer|siffror|tecken|sträng|kombination|nyckel|tal|tall|cifre|sifre|tegn|nøgle|nøkkel|streng|kombinasjon',
    ' ',
    'weak',
  ),
  pairing(
    'ce|cet|cette|ces|les',
    'chiffres|caractères|suite|séquence|chaîne|combinaison|clé|jeton|numéro|caractères suivants|chiffres suivants|caractères ci-dessous|chiffres ci-dessous|mots',
    ' ',
    'weak',
  ),
  pairing(
    'suite|séquence|chaîne|combinaison|clé|jeton|caractères|chiffres|numéro',
    'suivant|suivante|suivants|ci-dessous|ci-dessus',
    ' ',
    'weak',
  ),
  pairing(
    'este|esta|estos|estas|siguiente|siguientes|esse|essa|esses|essas|seguinte|seguintes|questo|questa|questi|queste|seguente|seguenti',
    'número|números|dígitos|cifras|caracteres|secuencia|combinación|clave|llave|sequência|combinação|chave|algarismos|numero|numeri|cifre|caratteri|sequenza|combinazione|chiave|token',
    ' ',
    'weak',
  ),
  pairing(
    'te|poniższe|poniższy|następujące|następujący|ten|podany',
    'cyfry|znaki|numer|ciąg|ciąg znaków|klucz|token|ciąg cyfr',
    ' ',
    'weak',
  ),
  pairing(
    'tyto|toto|následující|nasledujúce|níže uvedené|tieto|tento',
    'číslice|znaky|číslo|řetězec|klíč|kľúč|token|reťazec|slovo',
    ' ',
    'weak',
  ),
  pairing(
    'эти|этот|это|следующие|следующий|следующее|указанные|ці|цей|це|наступні|наступний|тези|този|следните|следния',
    'цифры|символы|номер|число|ключ|токен|код|комбинацию|цифри|символи|знаки|набор|слово',
    ' ',
    'weak',
  ),
  pairing(
    'seuraava|seuraavat|seuraavan|tämä|tämän|nämä|alla oleva|alla olevan|oheinen|oheisen',
    'tunnus|tunnuksen|merkit|numerot|numero|numeron|luku|luvun|merkkijono|merkkijonon|avain|avaimen|sana',
    ' ',
    'weak',
  ),
  pairing(
    'ezt a|ezeket a|az alábbi|a következő|alábbi|következő',
    'számot|számokat|számsort|számjegyeket|karaktereket|karaktersort|kulcsot|tokent',
    ' ',
    'weak',
  ),
  pairing(
    'bu|şu|aşağıdaki|yukarıdaki',
    'rakamları|rakamlar|sayıyı|sayı|karakterleri|anahtarı|diziyi|numarayı|jetonu',
    ' ',
    'weak',
  ),
  pairing(
    'angka|nomor|karakter|kunci|token|huruf|rangkaian|nombor|aksara',
    'ini|berikut|berikut ini|di bawah|di bawah ini|di atas|tersebut',
    ' ',
    'weak',
  ),
  pairing(
    '以下|下列|下方|如下|下面的|以下的|此|这串|這串|上述|上方',
    '数字|數字|字符|字元|字串|字符串|密钥|密鑰|序列|口令|代码|代碼',
    '',
    'weak',
  ),
  pairing(
    '以下の|下記の|次の|下の|上記の|この|こちらの',
    '文字列|文字|数字|キー|番号|トークン|英数字|合言葉|コード',
    '',
    'weak',
  ),
  pairing('아래|다음|아래의|다음의|위의|이', '문자|문자열|숫자|키|토큰|번호|코드', ' ', 'weak'),
];
