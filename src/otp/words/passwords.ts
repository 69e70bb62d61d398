// What senders call a password that is used once or until it is changed, in many languages at once; and a plain password, which is one only
// where the mail says so. Such a password is typed as it stands, so passwords.ts reads it whole.
import { pairs } from './word-list.ts';

const ENGLISH_KINDS =
  'one-time|one time|onetime|single-use|single use|temporary|temp|initial|provisional|interim|first-time|starter|generated|auto-generated|new temporary|sign-in|log-in|login|one-time log-in|one-time login|one-time sign-in|dynamic';

export const passwords = {
  password:
    `${pairs(ENGLISH_KINDS, 'password|pw|pwd|pass|passphrase|pass phrase|pass-phrase|passkey|secret|word|key|phrase|access key|code word|codeword')}|` +
    'einmalpasswort*|einmal-passwort|einmalkennwort*|einmal-kennwort|einmaliges passwort|einmaliges kennwort|initialpasswort*|initial-passwort|initialkennwort*|startpasswort*|start-passwort|erstpasswort|vorläufiges passwort|vorläufiges kennwort|temporäres passwort|temporäres kennwort|temporäre passwort|übergangspasswort|einmal-losung|einmalschlüssel|einmalwort|' +
    'eenmalig wachtwoord|tijdelijk wachtwoord|tijdelijke wachtwoord|voorlopig wachtwoord|startwachtwoord|initieel wachtwoord|' +
    'engångslösenord*|tillfälligt lösenord|tillfälliga lösenord|temporärt lösenord|startlösenord|engangsadgangskode*|midlertidig adgangskode|midlertidige adgangskode|engangskodeord|midlertidigt kodeord|engangspassord*|midlertidig passord|midlertidige passord|einnota lykilorð|bráðabirgðalykilorð|' +
    'mot de passe à usage unique|mot de passe unique|mot de passe temporaire|mot de passe provisoire|mot de passe initial|mot de passe éphémère|' +
    'contraseña de un solo uso|contraseña de un uso|contraseña temporal|contraseña provisional|contraseña inicial|contraseña única|contraseña provisoria|clave temporal|clave provisional|clave provisoria|clave inicial|clave de un solo uso|contrasenya temporal|contrasenya d’un sol ús|' +
    'senha temporária|senha provisória|senha de uso único|senha única|senha inicial|palavra-passe temporária|palavra-passe provisória|palavra-passe inicial|palavra-passe única|senha descartável|' +
    'password temporanea|password provvisoria|password monouso|password usa e getta|password iniziale|password di primo accesso|parola d’ordine temporanea|' +
    'parolă temporară|parola temporară|parolă provizorie|parola provizorie|parolă unică|parola unică|parolă de unică folosință|parola de unică folosință|parola inițială|' +
    'hasło jednorazowe|jednorazowe hasło|hasło tymczasowe|tymczasowe hasło|hasło startowe|hasło początkowe|hasło pierwszego logowania|jednorázové heslo|dočasné heslo|počáteční heslo|prvotní heslo|jednorazové heslo|dočasne heslo|počiatočné heslo|' +
    'одноразовый пароль|одноразового пароля|временный пароль|временного пароля|начальный пароль|разовый пароль|первичный пароль|одноразовий пароль|тимчасовий пароль|початковий пароль|еднократна парола|временна парола|еднократната парола|временната парола|първоначална парола|' +
    'једнократна лозинка|привремена лозинка|jednokratna lozinka|privremena lozinka|jednokratna zaporka|privremena zaporka|enkratno geslo|začasno geslo|vienkartinis slaptažodis|laikinas slaptažodis|vienreizējā parole|pagaidu parole|ühekordne parool|ajutine parool|kertakäyttösalasana*|väliaikainen salasana|väliaikaisen salasanan|tilapäinen salasana|kertakäyttöinen salasana|' +
    'egyszer használatos jelszó*|ideiglenes jelszó*|egyszeri jelszó*|kezdeti jelszó*|tek kullanımlık şifre*|tek kullanımlık parola*|geçici şifre*|geçici parola*|ilk şifre*|tek seferlik şifre*|tek seferlik parola*|müvəqqəti şifrə*|birdəfəlik şifrə*|' +
    'κωδικός μίας χρήσης|κωδικός μιας χρήσης|προσωρινός κωδικός|προσωρινός κωδικός πρόσβασης|προσωρινό κωδικό|συνθηματικό μίας χρήσης|' +
    'كلمة مرور مؤقتة|كلمة المرور المؤقتة|كلمة مرور لمرة واحدة|كلمة المرور لمرة واحدة|كلمة السر المؤقتة|رمز عبور موقت|رمز موقت|گذرواژه موقت|سیسمه زمنیت|סיסמה זמנית|הסיסמה הזמנית|סיסמה חד פעמית|סיסמה חד-פעמית|הסיסמה החד-פעמית|הסיסמה החד פעמית|סיסמא זמנית|' +
    'वन टाइम पासवर्ड|वन-टाइम पासवर्ड|अस्थायी पासवर्ड|এককালীন পাসওয়ার্ড|অস্থায়ী পাসওয়ার্ড|தற்காலிக கடவுச்சொல்|தற்காலிக கடவுச்சொல்|తాత్కాలిక పాస్‌వర్డ్|عارضی پاس ورڈ|' +
    'kata sandi sementara|kata sandi sekali pakai|sandi sementara|password sementara|password sekali pakai|kata laluan sementara|kata laluan sekali guna|kata laluan sekali|pansamantalang password|' +
    'mật khẩu tạm thời|mật khẩu tạm|mật khẩu một lần|mật khẩu dùng một lần|mật khẩu sử dụng một lần|mật khẩu khởi tạo|mật khẩu ban đầu|mật khẩu mặc định|mật khẩu đăng nhập một lần|mật khẩu đăng nhập tạm thời|mật khẩu đăng nhập lần đầu|mật khẩu lần đầu|mật khẩu đăng nhập|mat khau tam|mat khau dang nhap|' +
    '临时密码|一次性密码|初始密码|臨時密碼|一次性密碼|初始密碼|預設密碼|动态密码|仮パスワード|ワンタイムパスワード|初期パスワード|一時パスワード|臨時パスワード|임시 비밀번호|임시비밀번호|일회용 비밀번호|초기 비밀번호|일회용 암호|임시 암호|รหัสผ่านชั่วคราว|รหัสผ่านครั้งเดียว|รหัสผ่านแบบใช้ครั้งเดียว|รหัสผ่านเริ่มต้น|ລະຫັດຜ່ານຊົ່ວຄາວ|nenosiri la muda|tydelike wagwoord|fjalëkalimi i përkohshëm|привремена лозинка',
  plainPassword:
    'password|pw|pwd|haslo|heslo|sifre|senha|passphrase|passwort|kennwort|wachtwoord|lösenord|adgangskode|kodeord|passord|lykilorð|mot de passe|contraseña|contrasenya|clave|senha|palavra-passe|parola|parolă|hasło|heslo|пароль|парола|лозинка|lozinka|zaporka|geslo|slaptažodis|parole|parool|salasana|jelszó*|şifre*|κωδικός πρόσβασης|كلمة المرور|كلمة السر|گذرواژه|סיסמה|הסיסמה|पासवर्ड|পাসওয়ার্ড|கடவுச்சொல்|kata sandi|kata laluan|mật khẩu|mat khau|密码|密碼|パスワード|비밀번호|암호|รหัสผ่าน|nenosiri|wagwoord|fjalëkalimi',
};

/** What makes a plain password one to be used once. */
export const FIRST_USE =
  /one[- ]time|single[- ]use|temporary|first (?:log|sign)|change (?:it|this|your|the) |einmal|vorläufig|temporär|erste[nr]? (?:anmeld|login)|eenmalig|tijdelijk|engång|engang|tillfällig|midlertidig|temporaire|provisoire|usage unique|première connexion|temporal|provisional|un solo uso|provis[oó]ri|tempor[aá]ri|uso único|primo accesso|temporane|provvisori|monouso|temporar|provizor|jednoraz|jednoráz|tymczasow|dočasn|однораз|временн|тимчасов|jednokrat|privremen|enkrat|začas|vienkart|laikin|vienreiz|pagaidu|ühekord|ajuti|kertakäyt|väliaikai|egyszer|ideiglenes|geçici|tek kullan|προσωριν|مؤقت|لمرة واحدة|موقت|זמני|חד[- ]פעמ|अस्थायी|अस्थाई|sementara|sekali|một lần|tạm thời|mot lan|lần đầu|临时|一次性|臨時|初始|仮|初回|初期|임시|일회용|ชั่วคราว|ครั้งแรก/;
