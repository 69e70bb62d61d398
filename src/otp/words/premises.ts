// What a house, a hotel or an office locks, in many languages: a number named beside one of these opens it, and signs nobody in. Words that also
// name a web portal ("portail", "cổng dịch vụ") are left out or bound to what stands beside them.

const LATIN = [
  'doors?|gates?(?!\\.)|key ?(?:safe|box|lock|pad)s?|lock ?box|(?:the|our|room|hotel|wall|office|gun) safe|safe (?:in|is|code|combination|opens|behind|under)|alarm|padlock|intercom|turnstile|barrier|entrance|lobby|stairwell|garage|car park|shed|bike store|(?:the|our|this|office|apartment) building|building (?:entry|entrance|access|door|code)|wi-?fi|wlan|green (?:button|light|key)|(?:hash|pound|star) key|door handle',
  'cửa(?! (?:hàng|sổ|hiệu))|cổng(?! (?:thông tin|dịch vụ|thanh toán|giao dịch|dữ liệu|game|kết nối|trực tuyến|điện tử|ttđt|đào tạo))|két(?: sắt)?|thang máy|tòa nhà|toà nhà|chung cư|hộp (?:khóa|khoá|chìa)|báo động|báo trộm|sảnh|hầm xe|nhà xe|căn hộ',
  '\\p{L}*tür(?:en)?|(?:garagen|hof|einfahrts)?tor|garage|tiefgarage|schlüssel(?:tresor|kasten|box|safe|depot)s?|tresors?|alarmanlage|alarm|hauseingang|gebäudes?|treppenhaus|schranke|raute(?:taste)?|grüne[nr]? (?:taste|knopf)|türgriff|(?:zahlen|nummern|vorhänge)schloss|keller',
  '(?:voor|achter)?deur|poort|sleutel(?:kluis|kast|box)\\p{L}*|kluisje|gebouw|slagboom|hek|hangslot|kelder|(?:ytter|port|entré)?dörr(?:en)?|porten|portkod\\p{L}*|grinden|nyckel(?:skåp|box)\\p{L}*|larm\\p{L}*|kassaskåp\\p{L}*|trapphus\\p{L}*|(?:hoved|yder|ytter)?dør(?:en|a)?|nøgleboks\\p{L}*|nøkkelboks\\p{L}*|alarmen|opgangen|oppgangen|pengeskab\\p{L}*|garasje\\p{L}*|dyr|hurð\\p{L}*',
  'ovi|oven|oveen|ulko-?ov\\p{L}+|ovikood\\p{L}+|portti|portin|avain(?:lokero|boksi|kaappi)\\p{L}*|avainlokeron|hälytti\\p{L}+|kassakaa\\p{L}+|rapun|rappukäytäv\\p{L}+|uks[et]?|ukse|välisuks\\p{L}*|värav\\p{L}*|võtme(?:kapp|kapi|karp)\\p{L}*|valvesignalisatsioon\\p{L}*|trepikoja',
  'portes?|portillon|digicode|boîtier? à clé[sf]?|boîte à clés?|coffre(?:-fort)?(?! numérique)|alarme|immeuble|interphone|garage|barrière|cadenas|touche (?:verte|dièse)|clavier à l’entrée|tecla verde|almohadilla|luz verde|portería|conserjería|puertas?|portón|verja|garaje|caja de (?:las )?llaves|caja fuerte|alarma|edificio|cerradura|candado|ascensor|cancela',
  'portas?|portaria|guarita|sbarra|tasto verde|cancelletto|portão|cofre|alarme|prédio|edifício|fechadura|garagem|cadeado|interfone|catraca|caixa (?:de|das) chaves|portone|cancello|cassetta (?:delle|portachiavi)|cassaforte|allarme|palazzo|condominio|serratura|citofono|lucchetto|ușă|ușa|ușii|poartă|poarta|porții|seif\\p{L}*|alarm[ăae]\\p{L}*|interfon\\p{L}*|clădir\\p{L}+|lacăt\\p{L}*|garaj\\p{L}*',
  'drzwi|drzwiach|bram(?:a|y|ę|ie|ka|ki|kę|ce)|furtk\\p{L}+|domofon\\p{L}*|sejf\\p{L}*|alarm\\p{L}*|skry(?:tk|nk)\\p{L}+ na klucz\\p{L}*|skrzynk\\p{L}+ na klucz\\p{L}*|klatk\\p{L}+|budyn\\p{L}+|garaż\\p{L}*|szlaban\\p{L}*|kłódk\\p{L}+|dveř\\p{L}+|dver[ei]\\p{L}*|brán\\p{L}+|trezor\\p{L}*|schránk\\p{L}+ na kl[íľ]\\p{L}+|budov\\p{L}+|garáž\\p{L}*|závor\\p{L}+',
  'vrat(?:a|ima|ih)?|kapij\\p{L}+|sef|sefa|zgrad\\p{L}+|garaž\\p{L}+|lokot\\p{L}*|stavb[eio]|vhodn\\p{L}+ vrat\\p{L}*|kapu\\p{L}*|ajtó\\p{L}*|bejárati|széf\\p{L}*|kulcs(?:széf|doboz|tartó)\\p{L}*|riasztó\\p{L}*|lépcsőház\\p{L}*|épület\\p{L}*|garázs\\p{L}*|sorompó\\p{L}*|dur(?:ų|ys|is|yse|elės)|vart(?:ai|ų|us)|seif\\p{L}+|laiptin\\p{L}+|pastat\\p{L}+|raktų dėž\\p{L}+|durv\\p{L}+|vārt(?:i|u|iem)|kāpņ\\p{L}+|ēkas|ēkā|atslēgu kast\\p{L}+',
  'site(?:ye)? giriş|kapı(?:sı|nın|sının|ya|da)?|bina(?:nın|ya)?|apartman\\p{L}*|kasa(?:nın)|anahtar kutu\\p{L}*|alarm\\p{L}*|bariyer\\p{L}*|kilit\\p{L}*|pintu|gerbang|brankas|kotak kunci|gedung|garasi|gembok|palang|bangunan|lobi|peti besi|pagar|pinto|gusali|mlango',
  "двер\\p{L}+|калитк\\p{L}+|ворот\\p{L}*|домофон\\p{L}*|сейф\\p{L}*|сигнализац\\p{L}+|ключниц\\p{L}+|подъезд\\p{L}*|шлагбаум\\p{L}*|здани\\p{L}+|гараж\\p{L}*|хвіртк\\p{L}+|сигналізац\\p{L}+|під['’ʼ]?їзд\\p{L}*|будівл\\p{L}+|врат(?:а|ата|и)|входната|аларм\\p{L}*|сград\\p{L}+|капиј\\p{L}+",
  'πόρτας?|πολυκατοικία\\p{L}*|χρηματοκιβώτι\\p{L}+|συναγερμ\\p{L}+|κουτί κλειδ\\p{L}+|κλειδοθήκ\\p{L}+|κτ[ηι]ρί\\p{L}+|γκαράζ|θυροτηλ\\p{L}+',
  '[הלבמ]{0,2}(?:דלת|שער|כספת|אזעקה|בניין|חניה|חניון|אינטרקום|מנעול|לובי)|כספת|(?:ال|لل|ب)?(?:باب|مبنى|عمارة|خزنة|مرآب|قفل|شقة)|صندوق المفاتيح|(?:ال)?إنذار|در ورودی|درب|ساختمان|گاوصندوق|دزدگیر|صندوق کلید|پارکینگ|قفل',
];
const UNSPACED =
  'दरवाज|गेट|तिजोरी|अलार्म|इमारत|बिल्डिंग|ताला|ताले|দরজা|গেট|সিন্দুক|অ্যালার্ম|ভবন|তালা|கதவு|ประตู|ตู้เซฟ|กล่องกุญแจ|อาคาร|สัญญาณกันขโมย|ล็อบบี้|ไม้กั้น|' +
  '井号|井號|绿色按钮|綠色按鈕|緑のボタン|シャープを|별표|우물정|门锁|门禁|大门|房门|单元门|楼门|入户门|保险箱|保险柜|钥匙盒|密码箱|报警器|车库|道闸|闸机|門鎖|門禁|大門|房門|保險箱|鑰匙盒|警報|車庫|玄関|ドア|扉|エントランス|オートロック|金庫|キーボックス|警報|入館|門扉|ゲート|建物|현관|출입문|출입구|금고|열쇠함|키박스|경보|건물|주차장|도어락|대문|차단기';

export const LOCKED = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${LATIN.join('|')})(?![\\p{L}\\p{M}])|${UNSPACED}`.normalize('NFC'),
  'gu',
);

/** Whatever opens a door as well, what is said to sign in or to belong to an account does that. */
export const SIGNS_IN = new RegExp(
  (
    '\\b(?:sign(?:ed|ing)?|log(?:ged|ging)?)[ -]?(?:in|up|on)\\b|\\baccounts?\\b|\\bverif|authenti|one-time|\\botp\\b|password|\\bapps?\\b|e-?mail|đăng nhập|đăng ký|tài khoản|xác (?:thực|minh)|ứng dụng|' +
    'anmeld|konto|einlogg|registrier|inlogg|logga in|logge? ind|logge? inn|kirjaudu|tili|sisselogi|connexion|connecte|compte|iniciar sesión|inicio de sesión|cuenta|conta\\b|iniciar sessão|entrar na|acced(?:i|ere) a[l ]|accesso all|account|autentific|contul|zalog|logowan|kont[aou]\\b|přihl|prihl|účtu|účet|аккаунт|учётн|войти|входа в|акаунт|увійти|обліков|профил|prijav|račun|belép|fiók|bejelentk|prisijung|paskyr|pieteik|hesab|oturum|giriş yap|σύνδεσ|λογαριασμ|' +
    'حساب|تسجيل الدخول|ورود به|חשבון|התחבר|खाते|खाता|लॉगिन|লগইন|অ্যাকাউন্ট|akun|akaun|masuk ke|log masuk|เข้าสู่ระบบ|บัญชี|登录|登入|账号|帐号|帳號|账户|ログイン|アカウント|アプリ|로그인|계정|앱'
  ).normalize('NFC'),
);
