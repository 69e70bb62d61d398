// What senders say beside a code that works once: for how long, where to type it, not to share it. A receipt's or a booking's number goes without.

export const ONE_TIME = new RegExp(
  [
    "\\b[mi]?tan\\b|\\btac\\b|minut|\\bmins?\\b|expire|valid (?:for|until)|\\benter|\\btype|\\bpaste|sign(?:ing)?[ -]?in|log(?:ging)?[ -]?in|\\bshare|never (?:tell|give)|did(?:n['’]t| not) (?:request|ask|try|make)|one-time|verify|two-factor|2fa|ignore this|authenticat|disclos|(?:wasn|isn|weren)['’]t you|not you\\b|to (?:our|an|the) agent|let you in|approve",
    'phút|nhập|đăng nhập|chia sẻ|tiết lộ|một lần|xác thực|xác minh|hiệu lực|phut|nhap|dang nhap|chia se|otp',
    'eingeb|geben sie|gib |anmeld|einlogg|gültig|weitergeben|niemand|verifizier|angeforder|voer |invoer|inlog|geldig|deel (?:deze|dit)|aangevraagd|ange |logga in|giltig|dela inte|indtast|log ind|gyldig|utløper|udløber|del ikke|tast inn|logge? inn|pålogg|innlogg|ikke del|sláðu inn',
    'saisi|entrez|connexion|connecter|valable|partag|communiquez|demandé|ingres|introduc|inici(?:ar|o de) sesión|compart|solicit|caduca|digite|insira|iniciar sessão|compartilh|partilh|inserisc|acced|condivid|richiest|introdu|autentific|valabil',
    'wpisz|wprowad|zalog|ważny|udostępn|zadejte|zadajte|opište|opíšte|ověř|overen|přihl|prihl|platn|platí|sděl|zdieľ|введите|ввод|не вы|подтвер|вход|войти|действи|сообщай|минут|запрашива|введіть|увійти|дійсн|повідомля|хвилин|въведете|влез|валид|споделя|unesite|prijav|vrijedi|važi|vnesite|veljav',
    'syötä|kirjau|voimassa|jaa |sisesta|kehtib|adja meg|írja be|belép|bejelentk|érvényes|perc(?!en)|girin|giriş|geçerli|paylaş|dakika|εισ[άα]γ|πληκτρολ|σύνδεσ|ισχύει|λεπτ|įvesk|prisijung|galioja|ievadi|pieteik|derīg',
    'دقيق|دقائق|أدخل|صالح|تسجيل الدخول|تشارك|وارد کنید|دقیقه|הזן|הזינו|הקלד|דקות|תקף|בתוקף|כניסה|להתחבר|दर्ज|मिनट|मान्य|साझा|लॉगिन|মিনিট|লগইন|শেয়ার|masukkan|menit|minit|berlaku|bagikan|berikan|log masuk|ilagay|ibahagi|weka|ingiza',
    '分钟|分鐘|分間|分以内|分で|有效|有効|输入|輸入|入力|認証|验证|驗證|登录|登入|ログイン|泄露|洩漏|他人|第三者|分 ?내|분간|분 이내|유효|입력|인증|로그인|공유|นาที|กรอก|ห้ามบอก|ยืนยันตัวตน|เข้าสู่ระบบ|เปิดเผย|ไม่ควร|หมดอายุ|ນາທີ|នាទី|မိနစ်',
  ]
    .join('|')
    .normalize('NFC'),
);

/** How long it works, that it works once, that nobody else is to know it. */
export const LASTS = new RegExp(
  [
    "minut|\\bmins?\\b|expire|valid (?:for|until|till|within)|\\bshare|\\bonce\\b|never (?:tell|give)|did(?:n['’]t| not) (?:request|ask|try|make)|one-time|ignore this|disclos|\\bsecret|24 hours|next hour|an hour",
    'phút|phut|hết hạn|het han|hiệu lực|hieu luc|chia sẻ|chia se|tiết lộ|một lần|bí mật|bỏ qua|24 giờ|24h',
    'gültig|läuft|weitergeben|niemand|stunden|einmal|ignorier|geldig|verloopt|deel (?:deze|dit)|eenmalig|\\buur\\b|negeer|giltig|timmar|dela inte|engång|gyldig|utløper|udløber|del ikke|ikke del|\\btimer\\b',
    'valable|expir|partag|communiquez|ignorez|heures|usage unique|válid|vence|caduca|compart|comparta|horas|ignora|minuti|\\bvalid[oa]\\b|scad|condivid|\\bore\\b|valabil|ignor|partilh',
    'ważn|wygas|udostępn|nikomu|godzin|zignoruj|platn|platí|vyprší|sděl|zdieľ|hodin|ignoruj|действи|истек|никому|минут|часов|срок|дійсн|хвилин|нікому|валид|споделя|изтич|vrijedi|važi|istječe|ističe|velja|poteče|dijelite|delite',
    'voimassa|vanhenee|jaa |kehtib|aegub|érvényes|lejár|perc(?!en)|ossza meg|geçerli|paylaş|dakika|sona er|ισχύει|λήγει|λεπτ|galioja|nesidal|derīg|beigsies',
    'دقيق|دقائق|صالح|تشارك|ساعة|دقیقه|معتبر|דקות|תקף|בתוקף|תשתפ|मिनट|मान्य|साझा|মিনিট|শেয়ার|menit|minit|berlaku|kedaluwarsa|bagikan|kongsi|ibahagi|minuto|dakika',
    '分钟|分鐘|分間|分以内|分で|有效|有効|泄露|洩漏|告知|他人|第三者|小时内|小時內|時間以内|분간|분 이내|분 내|유효|만료|공유|นาที|หมดอายุ|ห้ามบอก|เปิดเผย|ນາທີ|នាទី|မိနစ်',
  ]
    .join('|')
    .normalize('NFC'),
);

/** Names that a verification code shares with the number of a payment or a booking. */
export const SHARED_NAMES = new RegExp(
  "^(?:(?:authori[sz]ation|approval|auth|confirmation|confirm|transaction|identification|security)(?: code| number| pin| no\\.?)?|code d[’']autorisation|code de confirmation|numéro d[’']autorisation|código de (?:confirmación|confirmação|autorización|autorização|operación|identificación)|número de (?:autorización|autorização|confirmación)|codice di (?:conferma|autorizzazione)|codice autorizzazione|autorisierungs(?:code|nummer)|genehmigungs(?:code|nummer)|bestätigungs(?:code|nummer)|transaktionsnummer|kontrollnummer|kontrollkod|bevestigings(?:code|nummer)|autorisatiecode|bekräftelse(?:kod|nummer)|bekræftelses(?:kode|nummer)|bekreftelses(?:kode|nummer)|mã (?:xác nhận|chuẩn chi|cấp phép|phê duyệt|giao dịch otp)|código autorización|kod (?:autoryzacji|autoryzacyjny|potwierdzenia)|autorizační kód|potvrzovací kód|код (?:авторизации|подтверждения|авторизації|підтвердження|за потвърждение)|onay kodu|onay numarası|κωδικός επιβεβαίωσης|رمز التأكيد|קוד אישור|kode (?:konfirmasi|persetujuan|otorisasi)|授权码|授權碼|确认码|確認碼|校验码|校驗碼|核验码|核驗碼|检验码|确认号|確認番号|承認番号|承認コード|確認コード|승인번호|승인 번호|확인번호|확인 번호|확인코드|확인 코드|หมายเลขยืนยัน|รหัสยืนยัน|รหัสอนุมัติ|apstiprinājuma kods|patvirtinimo kodas|vahvistuskoodi|megerősítő kód|visszaigazoló kód)\\p{L}{0,4}$".normalize(
    'NFC',
  ),
  'u',
);

/** Mostly the number of a booking or a payment; a code only where the mail is all about confirming an address. */
export const SHARED_NUMBERS = /^confirmation (?:number|no|#|id)$/;
