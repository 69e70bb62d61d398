// Names of things that are in every mail, greetings and imprints above all; and money. Beside them, other names say what a mail deals with.

export const EVERYDAY: ReadonlySet<string> = new Set(
  'hello|hi|dear|hey|account|user|member|customer|device|id|no|nr|number|year|phone|mobile|call|hallo|liebe|lieber|konto|nummer|bonjour|bonsoir|cher|chère|hola|estimado|estimada|olá|oi|prezado|conta|ciao|gentile|salve|chào|xin chào|tài khoản|tk|số|ngày|tháng|năm|lúc|您好|尊敬的|tel|telefon|hotline|windows|chrome|firefox|safari|android|ios|iphone|telephone|điện thoại|ip address|copyright|psč|ičo|dič|org.nr|orgnr|org nr|organisationsnummer|hrb|hra|ust-id|ust-idnr|vat|vat no|vat number|siret|siren|rcs|nif|cif|nip|regon|krs|инн|огрн|кпп|телефон|тел|p.iva|partita iva|abn|acn|nmls|company no|company number|registered number|registration number|po box|plz|suite|street|ste|apt|floor|str|straße|rue|calle|ul|ул|дом|jl|jalan|mst|mã số thuế|cvr|kvk|adószám|cégjegyzékszám|y-tunnus|puh|tlf|tfn|電話|电话|전화|สายด่วน|โทร|คุณ|님|様|thẻ|card|karte|karta|карта|carte|tarjeta|cartão|carta|kort|kaart|text|reply|help|ref|registered|company|registered in england|vat reg|reg|post|request|page|section|act|office|office no|phone number|mobile number|customer service|zip|hei|hej|halo|hai|merhaba|sayın|здравствуйте|привет|witaj|cześć|dobrý den|ahoj|kedves|szia|tere|sveiki|γεια|مرحبا|عزيزي|שלום|नमस्ते|प्रिय|beste|level|sms|whatsapp|ring|dial'.split(
    '|',
  ),
);

export const MONEY =
  /[$€£¥₫₹₩฿₺₽₴₱]\s?\d|\d\s?(?:[€£¥₫₹₩฿₺₽₴₱]|(?:usd|eur|gbp|vnd|vnđ|đ|đồng|kr|sek|nok|dkk|zł|pln|kč|czk|ft|huf|lei|ron|лв|руб|грн|tl|inr|baht|บาท|円|元|원|ريال|درهم|ש"ח)(?![\p{L}]))/u;
