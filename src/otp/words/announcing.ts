// What senders call a one-time code when they do not say "code": every noun for it with every purpose it can have, language by language. Most
// names are put together that way ("activation key", "jeton de connexion", "mã bảo vệ"), so the pairs are not written out. Part of the word lists.
import { type Pairing, pairing } from './word-list.ts';

const ENGLISH_PURPOSES =
  'verification|email verification|verify|confirmation|confirm|security|authentication|authenticator|auth|authorization|authorisation|login|log-in|log in|sign-in|sign in|signin|sign-on|signup|sign-up|one-time|one time|onetime|single-use|single use|temporary|activation|account activation|validation|access|secure access|unlock|reset|password reset|recovery|account recovery|approval|protection|withdrawal|signing|e-signature|enrollment|enrolment|two-factor|2fa|mfa|two-step|identity|passwordless|device|pairing';
const GERMAN_PURPOSES =
  'bestätigungs|verifizierungs|verifikations|sicherheits|einmal|einmalige|einmaliger|anmelde|login|zugangs|zugriffs|aktivierungs|freischalt|freischaltungs|prüf|authentifizierungs|authentisierungs|freigabe|wiederherstellungs|auszahlungs|signatur|schutz|entsperr|kontroll|legitimations|legitimierungs|validierungs|verifizier|bestätigung|rücksetz|zurücksetzungs|registrierungs';
const DUTCH_PURPOSES =
  'verificatie|bevestigings|beveiligings|inlog|toegangs|activerings|activatie|controle|authenticatie|herstel|aanmeld|validatie|ondertekenings|opname|ontgrendel|eenmalige|identificatie';
const SWEDISH_PURPOSES =
  'verifierings|verifikations|bekräftelse|säkerhets|engångs|inloggnings|åtkomst|aktiverings|autentiserings|kontroll|validerings|identifierings|uttags|signerings|skydds|legitimerings|upplåsnings|återställnings|registrerings';
const DANISH_PURPOSES =
  'verifikations|verificerings|bekræftelses|sikkerheds|engangs|login|aktiverings|godkendelses|bekreftelses|verifiserings|sikkerhets|innloggings|påloggings|tilgangs|autentiserings|kontrol|kontroll|validerings|signerings|uttaks|udbetalings|beskyttelses|oplåsnings|gjenopprettings|registrerings|godkjennings';
const FRENCH_PURPOSES =
  'de vérification|de confirmation|de sécurité|d’authentification|de connexion|d’accès|d’activation|de validation|d’identification|temporaire|provisoire|à usage unique|éphémère|de réinitialisation|de récupération|de signature|de protection|de déverrouillage|d’inscription|d’enregistrement|de contrôle|dynamique|unique';
const SPANISH_PURPOSES =
  'de verificación|de confirmación|de seguridad|de autenticación|de acceso|de inicio de sesión|de inicio|de ingreso|de activación|de un solo uso|de uso único|temporal|provisional|de validación|de autorización|de recuperación|de restablecimiento|de firma|de protección|de desbloqueo|de registro|dinámica|dinámico|de retirada de fondos|para ingresar|para entrar|para acceder|para confirmar|para verificar|para activar|para validar';
const PORTUGUESE_PURPOSES =
  'de verificação|de confirmação|de segurança|de autenticação|de acesso|de login|de ativação|de uso único|temporário|temporária|provisória|provisório|de validação|de autorização|de recuperação|de redefinição|de assinatura|de proteção|de desbloqueio|de cadastro|de registo|de saque|de início de sessão|para entrar|para acessar|para aceder|para confirmar|para verificar|para ativar|para validar';
const ITALIAN_PURPOSES =
  'di verifica|di conferma|di sicurezza|di autenticazione|di accesso|di login|di attivazione|monouso|usa e getta|temporaneo|temporanea|provvisorio|provvisoria|di validazione|di convalida|di autorizzazione|di recupero|di ripristino|di firma|di protezione|di sblocco|di registrazione|di prelievo|per accedere|per confermare|per verificare|per attivare';
const ROMANIAN_PURPOSES =
  'de verificare|de confirmare|de securitate|de autentificare|de acces|de conectare|de activare|de validare|de autorizare|de resetare|de recuperare|de semnare|de protecție|de deblocare|de înregistrare|de unică folosință|unic|unică|temporar|temporară';
const POLISH_PURPOSES =
  'weryfikacyjny|weryfikacji|weryfikujący|potwierdzający|potwierdzenia|bezpieczeństwa|jednorazowy|jednorazowego|uwierzytelniający|uwierzytelniania|autoryzacyjny|autoryzacji|logowania|do logowania|dostępu|dostępowy|aktywacyjny|aktywacji|aktywujący|ochronny|podpisu|wypłaty|zabezpieczający|odblokowania|odblokowujący|resetu|resetowania|tymczasowy|walidacyjny|do weryfikacji|do potwierdzenia|do aktywacji';
const CZECH_PURPOSES =
  'ověřovací|overovací|potvrzovací|potvrdzovací|bezpečnostní|bezpečnostný|jednorázový|jednorázové|jednorazový|jednorazové|přihlašovací|prihlasovací|autorizační|autorizačný|autentizační|autentifikačný|přístupový|prístupový|aktivační|aktivačný|dočasný|registrační|registračný|ochranný|podpisový|validační|kontrolní|kontrolný|odblokovací|obnovovací';
const RUSSIAN_PURPOSES =
  'подтверждения|проверки|безопасности|авторизации|аутентификации|доступа|активации|входа|для входа|для подтверждения|для активации|для авторизации|для проверки|для регистрации|верификации|восстановления|сброса|защиты|вывода|вывода средств|подписи|разблокировки|регистрации|підтвердження|перевірки|безпеки|авторизації|автентифікації|доступу|активації|входу|для входу|для підтвердження|верифікації|відновлення|захисту|підпису|за потвърждение|за вход|за сигурност|за проверка|за достъп|за активиране|за верификация|за удостоверяване|за потврду|за пријаву|за верификацију|за активацију';
const RUSSIAN_KINDS =
  'проверочный|проверочная|проверочное|одноразовый|одноразовая|одноразовое|защитный|защитная|контрольный|контрольное|контрольная|временный|временная|секретный|секретная|разовый|подтверждающий|верификационный|активационный|одноразовий|одноразова|перевірочний|захисний|тимчасовий|контрольний|еднократен|еднократния|временен|потвърдителен|защитен|верификациони|једнократни|сигурносни|привремени';
const SOUTH_SLAVIC_KINDS =
  'verifikacijski|verifikacioni|jednokratni|jednokratna|sigurnosni|sigurnosna|aktivacijski|aktivacioni|potvrdni|kontrolni|pristupni|autorizacijski|autentifikacijski|privremeni|zaštitni|potrditveni|potrditvena|enkratni|enkratna|varnostni|varnostna|aktivacijska|začasna|začasni|prijavni|prijavna';
const FINNISH_PURPOSES =
  'vahvistus|kerta|kertakäyttö|turva|kirjautumis|varmennus|varmistus|tunnistautumis|tunnistus|aktivointi|pääsy|todennus|tarkistus|nosto|allekirjoitus|suojaus|palautus|avaus|rekisteröinti';
const HUNGARIAN_PURPOSES =
  'ellenőrző|megerősítő|hitelesítő|biztonsági|egyszer használatos|egyszeri|belépési|belépő|bejelentkezési|bejelentkező|aktiváló|aktivációs|hozzáférési|visszaigazoló|ideiglenes|igazoló|regisztrációs|jóváhagyó|védelmi|kifizetési|aláíró|feloldó|visszaállító';
const TURKISH_PURPOSES =
  'doğrulama|onay|onaylama|güvenlik|giriş|aktivasyon|etkinleştirme|kimlik doğrulama|erişim|tek kullanımlık|tek seferlik|geçici|koruma|para çekme|çekim|imza|sıfırlama|kurtarma|hesap doğrulama|e-posta doğrulama|oturum açma|üyelik';
const GREEK_PURPOSES =
  'επαλήθευσης|επιβεβαίωσης|ασφαλείας|ασφάλειας|σύνδεσης|εισόδου|ενεργοποίησης|ταυτοποίησης|αυθεντικοποίησης|μίας χρήσης|μιας χρήσης|ανάληψης|υπογραφής|προστασίας|εξουσιοδότησης|ξεκλειδώματος';
const ARABIC_PURPOSES =
  'التحقق|تحقق|التأكيد|تأكيد|الأمان|أمان|التفعيل|تفعيل|الدخول|تسجيل الدخول|المصادقة|مصادقة|الوصول|التوثيق|السحب|الحماية|التوقيع|لمرة واحدة|المؤقت|الاستخدام لمرة واحدة';
const PERSIAN_PURPOSES = 'تایید|تأیید|فعالسازی|فعال سازی|امنیتی|ورود|احراز هویت|یکبار مصرف|یک بار مصرف|موقت|دسترسی';
const HEBREW_PURPOSES =
  'אימות|האימות|אישור|האישור|אבטחה|האבטחה|כניסה|הכניסה|הפעלה|ההפעלה|גישה|הגישה|חד-פעמי|חד פעמי|החד-פעמי|זיהוי|התחברות|ההתחברות|זמני';
const HINDI_PURPOSES =
  'सत्यापन|वेरिफिकेशन|पुष्टिकरण|पुष्टि|सुरक्षा|लॉगिन|प्रमाणीकरण|एक्सेस|सक्रियण|एक्टिवेशन|वन टाइम|वन-टाइम|निकासी|अस्थायी';
const BENGALI_PURPOSES = 'যাচাইকরণ|যাচাই|ভেরিফিকেশন|নিশ্চিতকরণ|নিরাপত্তা|লগইন|সক্রিয়করণ|এককালীন|ওয়ান টাইম';
const INDONESIAN_PURPOSES =
  'verifikasi|konfirmasi|keamanan|akses|masuk|login|aktivasi|autentikasi|otentikasi|validasi|pengesahan|keselamatan|log masuk|sekali pakai|sekali guna|pemulihan|perlindungan|penarikan|persetujuan|pengaktifan|sementara|otorisasi';
const VIETNAMESE_PURPOSES =
  'xác thực|xác minh|xác nhận|kích hoạt|bảo mật|bảo vệ|đăng nhập|truy cập|một lần|dùng một lần|sử dụng một lần|an toàn|khôi phục|ký|ký số|rút tiền|phê duyệt|ủy quyền|uỷ quyền|mở khóa|mở khoá|chứng thực|tạm thời|kiểm tra|đăng ký';
const CHINESE_PURPOSES =
  '验证|校验|确认|激活|安全|登录|登陆|动态|一次性|授权|认证|提现|提币|签名|保护|解锁|识别|绑定|身份验证|临时|访问|启用|重置|核验|驗證|校驗|確認|啟用|登入|動態|授權|認證|提現|提幣|簽署|簽名|保護|解鎖|識別|綁定|身分驗證|臨時|存取|重設|核驗';
const JAPANESE_PURPOSES =
  '認証|確認|検証|ログイン|サインイン|アクセス|有効化|アクティベーション|本人確認|セキュリティ|セキュリティー|ワンタイム|照合|解除|ロック解除|出金|出金確認|署名|保護|仮登録|再設定|復旧|メール認証|一時|使い捨て|追加認証';
const KOREAN_PURPOSES =
  '인증|확인|보안|로그인|본인확인|본인 확인|본인인증|접속|액세스|활성화|검증|일회용|출금|서명|보호|잠금해제|잠금 해제|이메일 인증|메일 인증|임시|1회용|일회성|재설정|복구';
const THAI_PURPOSES =
  'ยืนยัน|ยืนยันตัวตน|การยืนยัน|ความปลอดภัย|เข้าสู่ระบบ|เปิดใช้งาน|ตรวจสอบ|ถอนเงิน|ป้องกัน|เข้าใช้งาน|ใช้ครั้งเดียว|ชั่วคราว|กู้คืน';

export const announcing: Pairing[] = [
  pairing(
    'verification|email verification|confirmation|authentication|login|log-in|sign-in|one-time|single-use|temporary|activation|account activation|validation|unlock|reset|recovery|approval|withdrawal|signing',
    'key',
    ' ',
    'strong',
  ),
  pairing(
    ENGLISH_PURPOSES,
    'code|codes|token|pin|passcode|word|phrase|passphrase|string|sequence|digits|characters|secret|value|otp',
    ' ',
    'strong',
  ),
  pairing(
    'verification|authentication|validation|security check|activation|login|sign-in|one-time|withdrawal|unlock',
    'number|numbers',
    ' ',
    'strong',
  ),
  pairing(
    GERMAN_PURPOSES,
    'code*|pin|schlüssel*|token|ziffer|ziffern|zahl|kennziffer|zeichenfolge|ziffernfolge|zahlenfolge|losung|wort|tan',
    '',
    'strong',
  ),
  pairing(GERMAN_PURPOSES, 'code|pin|schlüssel|token|ziffern|tan|kennziffer', '-', 'strong'),
  pairing(
    'bestätigungs|verifizierungs|verifikations|prüf|authentifizierungs|aktivierungs|freischalt|einmal|sicherheits',
    'nummer|kennung|kennwort',
    '',
    'strong',
  ),
  pairing(
    'einmalige|einmaliger|einmaligen|persönliche|temporäre|vorläufige',
    'kennziffer|kennung|zeichenfolge|ziffernfolge|zahlenfolge|nummer|geheimzahl|zahl',
    ' ',
    'strong',
  ),
  pairing(
    'kennziffer|kennung|ziffernfolge|zahlenfolge|code|schlüssel|pin|zahl',
    'zur anmeldung|zur einmaligen anmeldung|zur bestätigung|zur verifizierung|zur freischaltung|zur aktivierung|für die anmeldung|für ihre anmeldung|für deine anmeldung|für den login|zum einloggen|zum anmelden|zum bestätigen',
    ' ',
    'strong',
  ),
  pairing(DUTCH_PURPOSES, 'code*|sleutel*|token|pincode|cijfers|woord|reeks', '', 'strong'),
  pairing(
    'eenmalige|tijdelijke|persoonlijke',
    'code|sleutel|token|pin|pincode|toegangssleutel|cijfercode',
    ' ',
    'strong',
  ),
  pairing(SWEDISH_PURPOSES, 'kod*|nyckel*|siffror|pin|token|ord|sträng', '', 'strong'),
  pairing(DANISH_PURPOSES, 'kode*|nøgle*|nøkkel*|pin|token|ord|cifre|sifre|tal|tall', '', 'strong'),
  pairing('code|clé|clef|jeton|mot|suite|séquence|pin|token|sésame', FRENCH_PURPOSES, ' ', 'strong'),
  pairing(
    'numéro',
    'de vérification|de validation|d’authentification|de sécurité|temporaire|à usage unique',
    ' ',
    'strong',
  ),
  pairing('código|codigo|clave|llave|token|pin|palabra|secuencia|contraseña|codi', SPANISH_PURPOSES, ' ', 'strong'),
  pairing('número', 'de verificación|de validación|de autenticación|de un solo uso', ' ', 'strong'),
  pairing('código|codigo|chave|token|pin|palavra|sequência', PORTUGUESE_PURPOSES, ' ', 'strong'),
  pairing('codice|chiave|token|pin|parola|gettone|sequenza', ITALIAN_PURPOSES, ' ', 'strong'),
  pairing('cod|codul|cheie|cheia|jeton|jetonul|token|tokenul|pin|pinul', ROMANIAN_PURPOSES, ' ', 'strong'),
  pairing(
    'kod|kodu|kodem|kodzie|kodowi|klucz|klucza|kluczem|token|tokenu|tokenem|ciąg|pin',
    POLISH_PURPOSES,
    ' ',
    'strong',
  ),
  pairing(
    'kodem|kodu|tokenem|kluczem|hasłem|hasła',
    'weryfikacyjnym|weryfikacyjnego|potwierdzającym|potwierdzającego|jednorazowym|jednorazowego|autoryzacyjnym|autoryzacyjnego|aktywacyjnym|aktywacyjnego|uwierzytelniającym|uwierzytelniającego|dostępowym|dostępowego|tymczasowym|tymczasowego',
    ' ',
    'strong',
  ),
  pairing(
    'weryfikacyjny|weryfikacyjnego|weryfikacyjnym|jednorazowy|jednorazowego|jednorazowym|autoryzacyjny|autoryzacyjnego|autoryzacyjnym|aktywacyjny|tymczasowy|tymczasowym',
    'kod|kodu|kodem|token|tokenu|tokenem|pin',
    ' ',
    'strong',
  ),
  pairing('numer', 'weryfikacyjny|kontrolny|uwierzytelniający', ' ', 'strong'),
  pairing(
    'ověřovacím|ověřovacího|overovacím|overovacieho|potvrzovacím|potvrzovacího|potvrdzovacím|bezpečnostním|bezpečnostního|bezpečnostným|bezpečnostného|jednorázovým|jednorázového|jednorazovým|jednorazového|přihlašovacím|přihlašovacího|prihlasovacím|autorizačním|autorizačního|autorizačným|aktivačním|aktivačního|aktivačným|dočasným|dočasného|přístupovým|prístupovým|registračním|registračným',
    'kódem|kódu|kódom|tokenem|tokenom|pinem|pinom|heslem|heslom',
    ' ',
    'strong',
  ),
  pairing(CZECH_PURPOSES, 'kód*|klíč*|kľúč*|token|pin|řetězec|reťazec|slovo', ' ', 'strong'),
  pairing(
    'код|кода|кодом|коду|кодът|ключ|ключа|токен|токена|пин|пин-код|шифр|шифра|комбинация|слово|жетон',
    RUSSIAN_PURPOSES,
    ' ',
    'strong',
  ),
  pairing(
    'проверочным|проверочного|одноразовым|одноразового|временным|временного|секретным|секретного|защитным|контрольным|одноразовим|одноразового|перевірочним|тимчасовим|захисним|еднократния|временния',
    'кодом|кода|коду|паролем|ключом|токеном|пин-кодом|код',
    ' ',
    'strong',
  ),
  pairing(
    RUSSIAN_KINDS,
    'код|кода|ключ|токен|номер|пин|пин-код|комбинация|число|слово|шифра|комбінація',
    ' ',
    'strong',
  ),
  pairing(
    'verifikacijskim|verifikacionim|jednokratnim|sigurnosnim|aktivacijskim|aktivacionim|potvrdnim|kontrolnim|pristupnim|privremenim|verifikacijskog|jednokratnog|sigurnosnog|aktivacijskog|potvrdnog',
    'kodom|kôdom|koda|kôda|ključem|ključa|brojem|broja|pinom',
    ' ',
    'strong',
  ),
  pairing(
    'potrditveno|potrditvene|enkratno|enkratne|varnostno|varnostne|aktivacijsko|aktivacijske|začasno|začasne|prijavno|prijavne|verifikacijsko|verifikacijske|dostopno',
    'kodo|kode|številko|številke',
    ' ',
    'strong',
  ),
  pairing(SOUTH_SLAVIC_KINDS, 'kod|kôd|koda|ključ|token|šifra|broj|niz|pin|žeton', ' ', 'strong'),
  pairing(
    'kod|kôd|ključ|token|šifra|koda|pin',
    'za potvrdu|za prijavu|za verifikaciju|za pristup|za aktivaciju|za registraciju|za ulaz|za potrditev|za prijavo|za dostop|za aktivacijo|za preverjanje',
    ' ',
    'strong',
  ),
  pairing(FINNISH_PURPOSES, 'koodi*|avain*|avaimen|numero*|luku*|sana|merkkijono*|pin', '', 'strong'),
  pairing(
    'vahvistus|kertakäyttö|varmennus|varmistus|aktivointi|todennus|tarkistus|turva',
    'tunnus|tunnuksen|tunnusta',
    '',
    'strong',
  ),
  pairing(
    'kinnitus|turva|sisselogimis|aktiveerimis|pääsu|tuvastus|autentimis',
    'kood*|võti|võtme|pin|number',
    '',
    'strong',
  ),
  pairing(HUNGARIAN_PURPOSES, 'kód*|kulcs*|token*|számsor*|karaktersor*|pin*|jelsor*', ' ', 'strong'),
  pairing(
    TURKISH_PURPOSES,
    'kodu*|kod|kodun*|anahtarı*|anahtar|şifresi*|şifre|jetonu*|belirteci*|parolası*|pini*|rakamları*|dizisi*',
    ' ',
    'strong',
  ),
  pairing(
    'κωδικός|κωδικό|κωδικού|κλειδί|αριθμός|αριθμό|διακριτικό|token|pin|συνθηματικό',
    GREEK_PURPOSES,
    ' ',
    'strong',
  ),
  pairing('رمز|الرمز|كود|مفتاح|الكود', ARABIC_PURPOSES, ' ', 'strong'),
  pairing('کد|رمز|کلید|توکن', PERSIAN_PURPOSES, ' ', 'strong'),
  pairing('קוד|מפתח|אסימון|סיסמת', HEBREW_PURPOSES, ' ', 'strong'),
  pairing(HINDI_PURPOSES, 'कोड|कुंजी|टोकन|पिन|अंक|नंबर', ' ', 'strong'),
  pairing(BENGALI_PURPOSES, 'কোড|কী|টোকেন|পিন|নম্বর', ' ', 'strong'),
  pairing('kode|kod|kunci|token|pin|angka|sandi', INDONESIAN_PURPOSES, ' ', 'strong'),
  pairing(
    'mã|mã số|dãy số|dãy ký tự|chuỗi|chuỗi số|chuỗi ký tự|khóa|khoá|từ khóa|từ khoá|token|mật mã|pin|code|ma',
    VIETNAMESE_PURPOSES,
    ' ',
    'strong',
  ),
  pairing('số', 'xác thực|xác minh|bí mật', ' ', 'strong'),
  pairing(
    'patvirtinimo|saugos|prisijungimo|aktyvinimo|aktyvavimo|vienkartinis|tapatybės|prieigos|laikinas',
    'kodas|kodą|raktas|raktą|žetonas|pin',
    ' ',
    'strong',
  ),
  pairing(
    'apstiprinājuma|apstiprināšanas|drošības|pieteikšanās|verifikācijas|aktivizācijas|aktivizēšanas|vienreizējais|piekļuves|autentifikācijas|pagaidu',
    'kods|kodu|atslēga|atslēgu|pin',
    ' ',
    'strong',
  ),
  pairing(CHINESE_PURPOSES, '码|碼|代码|代碼|密钥|密鑰|密匙|口令|令牌|权杖|權杖|串码|字符串|字串|pin', '', 'strong'),
  pairing(
    JAPANESE_PURPOSES,
    'コード|キー|用コード|用番号|用キー|用の番号|用のコード|トークン|パスコード|pin|文字列|ナンバー|pinコード',
    '',
    'strong',
  ),
  pairing('認証|確認|検証|照合|ログイン|本人確認|ワンタイム|仮登録|追加認証|メール認証', '番号|数字', '', 'strong'),
  pairing(KOREAN_PURPOSES, '코드|키|토큰|문자열|숫자|핀', '', 'strong'),
  pairing(KOREAN_PURPOSES, '코드|키|토큰|문자열|숫자|핀', ' ', 'strong'),
  pairing('인증|본인확인|본인인증|일회용|임시|검증|보안', '번호', '', 'strong'),
  pairing('인증|본인확인|본인인증|일회용|임시|검증|보안', '번호', ' ', 'strong'),
  pairing('รหัส|เลข|ตัวเลข|โค้ด|คีย์|โทเค็น|รหัสสำหรับ|รหัสการ', THAI_PURPOSES, '', 'strong'),
];

/** Nouns that name such a value by themselves where the mail is about signing in. */
export const bareNouns =
  'security key|access key|your key|the key|your token|passphrase|pass phrase|password phrase|your sequence|kennziffer|prüfziffer|kontrollziffer|losung|losungswort|codewort|jeton|jetons|sésame|gettone|tunnus|tunnuksen|tunnusta|avainluku|nyckel|nøgle|nøkkel|sleutel|cheie|cheia|klucz|klíč|kľúč|ključ|kulcs*|anahtar*|κλειδί|токен|токена|жетон|ключ|توکن|مفتاح|אסימון|कुंजी|टोकन|কী|kunci|dãy số|dãy ký tự|chuỗi số|chuỗi ký tự|令牌|密钥|密鑰|トークン|토큰|โทเค็น|raktas|atslēga|võti';

/** Whose name goes before the password: it is typed as well, but it is no code. */
export const userNames =
  'username|user name|user id|login name|login id|log-in id|sign-in name|account name|user:|tên đăng nhập|tên tài khoản|tên người dùng|tên truy cập|id đăng nhập|tài khoản đăng nhập|ten dang nhap|benutzername|benutzerkennung|benutzer-id|anmeldename|nutzername|nutzerkennung|zugangsnummer|teilnehmernummer|gebruikersnaam|inlognaam|gebruikers-id|användarnamn|användar-id|inloggningsnamn|brugernavn|bruger-id|brukernavn|bruker-id|notandanafn|nom d’utilisateur|identifiant|identifiant de connexion|nombre de usuario|id de usuario|nome de usuário|nome de utilizador|nome do usuário|nome utente|id utente|nume de utilizator|nume utilizator|nazwa użytkownika|identyfikator użytkownika|uživatelské jméno|přihlašovací jméno|používateľské meno|prihlasovacie meno|логин|имя пользователя|логін|ім’я користувача|потребителско име|корисничко име|korisničko ime|uporabniško ime|käyttäjätunnus*|käyttäjänimi*|kirjautumistunnus*|kasutajanimi|kasutajatunnus|felhasználónév|felhasználói név|felhasználói azonosító|kullanıcı adı*|kullanıcı kodu|kullanıcı no|όνομα χρήστη|اسم المستخدم|نام کاربری|שם משתמש|שם המשתמש|उपयोगकर्ता नाम|यूज़रनेम|यूजरनेम|ইউজারনেম|ব্যবহারকারীর নাম|nama pengguna|id pengguna|nama akun|用户名|用户名称|登录名|登录账号|用戶名|使用者名稱|使用者帳號|登入帳號|登录帐号|ユーザー名|ユーザid|ユーザーid|ログインid|利用者id|사용자명|사용자 이름|아이디|사용자 id|사용자id|ชื่อผู้ใช้|ชื่อผู้ใช้งาน|รหัสผู้ใช้|naudotojo vardas|vartotojo vardas|lietotājvārds|lietotāja vārds|jina la mtumiaji';
