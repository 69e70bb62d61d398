// Words on buttons and before addresses, in many languages at once: what confirms, signs in or resets, and what leads elsewhere.

export const CONFIRM_WORDS = anyOf(
  'verify|verification|confirm|activate|validate|complete (?:your )?(?:registration|sign|profile set)|finish (?:your )?(?:sign|regist|setting)',
  'bestätig|verifizier|aktivier|freischalt|vérifi|activer|activez|valider|validez|verific|verifiqu|activa|ativar|ative|conferm|attiva|convalid|bevestig|verifieer|activeer|verifier|bekräft|aktiver|bekræft|bekreft|vahvist|aktivoi|kinnita',
  'zweryfikuj|potwierd|aktywuj|aktywow|aktywacj|ověř|potvrď|potvrdit|aktivovat|aktivuj|подтверд|активир|верифи|підтверд|активув|потвърд|doğrula|onayla|etkinleştir|xác nhận|xác thực|xác minh|kích hoạt|xac nhan|xac thuc|kich hoat',
  '验证|(?:メール|アドレス|登録|本人|アカウント)[^。]{0,10}確認|確認(?:電|信|郵|帳|註|您的|我的)|确认(?!收货|订单)|激活|驗證|啟用|認証(?!番号)|有効化|登録を完了|本登録|인증|(?:이메일|메일|주소|본인|계정|가입)[^.]{0,8}확인|활성화|ยืนยัน|เปิดใช้งาน|verifikasi|konfirmasi|aktifkan|aktivasi|sahkan|تأكيد|تحقق|التحقق|تفعيل|أكد|تایید|אמת|אשר|אימות|אישור|הפעל|सत्यापित|पुष्टि|επαλήθευ|επαληθεύ|επιβεβαι|ενεργοποι|megerősít|aktivál|ellenőriz|patvirtin|apstiprin|aktyvuo|aktivizē|potvrdi|potrdi|überprüf|যাচাই|নিশ্চিত|உறுதி|ధృవీకర|സ്ഥിരീകര|ચકાસ|ਪੁਸ਼ਟੀ|تصدیق|thibitisha|i-verify|kumpirmahin|pengesahan',
);

export const SIGN_IN_WORDS = anyOf(
  'sign ?in|log ?in|sign-in|log-in|(?:log|sign|get|let) (?:me|you) in|magic link|einloggen|anmelden|anmeldung|connecter|connexion|connectez|iniciar sesión|inicia sesión|acceder|accede|entrar|acessar|accedi|accesso|inloggen|logga in|log ind|logg inn|kirjaudu|zaloguj|přihlásit|přihlaste|prihlásiť|войти|вход|увійти|вхід|giriş yap|giriş',
  'đăng nhập|登录|登入|ログイン|サインイン|로그인|เข้าสู่ระบบ|masuk|تسجيل الدخول|ورود|התחבר|כניסה|लॉगिन|σύνδεση|συνδε|conectare|conecteaz|bejelentkez|belép|prijavi|prisijung',
);

export const RESET_WORDS = anyOf(
  '(?:reset|change|recover|create|choose|set)(?: up)?(?: (?:your|my|a|the|new))* password|password reset|passwor[dt] (?:zurück|ändern|neu)|kennwort zurück|réinitialis|nouveau mot de passe|restablec|nueva contraseña|cambiar (?:la |tu )?contraseña|redefin|nova senha|recuperar senha|reimposta|nuova password|wachtwoord (?:opnieuw|herstel|reset|wijzig)|återställ|nytt lösenord|nulstil|tilbakestill|nollaa|vaihda salasana|uusi salasana',
  'zresetuj|ustaw nowe hasło|zmień hasło|obnovit heslo|resetovat|nové heslo|сброс|восстанов|новый пароль|скинути|відновити|нов(?:а|ата) парола|sıfırla|şifre(?:mi|ni|nizi)? yenile|đặt lại|mật khẩu mới|khôi phục mật khẩu|dat lai mat khau|重置密码|重设密码|找回密码|重設密碼|重置密碼|再設定|リセット|재설정|รีเซ็ต|ตั้งรหัสผ่าน|atur ulang|setel ulang|tetapkan semula|إعادة تعيين|איפוס|אפס|रीसेट|επαναφορά|resetează|resetare|visszaállít|új jelszó|jelszó|pasvordo|পাসওয়ার্ড রিসেট|রিসেট|رمز عبور|بازنشانی|slaptažod|parol[ei]s? (?:atjaun|maiņ)|atjaunot parol|parooli|ponastavi|poništi lozinku|promijeni lozinku|nova lozinka|novo geslo|bytt passord|nyt kodeord|byt lösenord|mot de passe oublié|change (?:my|your) pin|zapomenuté heslo|забыли пароль',
);

export const EXPIRING_LINK = anyOf(
  '(?:magic|sign[ -]?in|log[ -]?in|login|one-time|secure|confirmation|verification|activation|reset) link|link (?:will |is |can |expires|only|above|below)|this link|following link|link (?:ist|wird|läuft)|diesen link|lien (?:est|expire|ci-dessous|suivant)|ce lien|(?:este|el|siguiente) enlace|enlace (?:caduca|expira|vence|es)|(?:este|o) link|link (?:expira|é válido)|questo link|link (?:scade|è valido)|deze link|länken|linket|lenken|linkki|linkin|link (?:wygasa|jest ważny)|ten link|tento odkaz|odkaz (?:je|platí)|ссылк|посилання|линк|bağlantı',
  'liên kết|đường dẫn|đường link|链接|連結|リンク|링크|ลิงก์|tautan|pautan|الرابط|لینک|קישור|लिंक|σύνδεσμο|linkul|link-?re|hivatkozás|nuorod|লিংক|লিঙ্ক|इस लिंक|saite|saiti|poveznic|povezav|vez[ao]|link (?:wygaś|traci)|kliknij|klicken|cliquez|haz clic|clique|clicca|klik |klikněte|kliknite|tıkla|нажмите|перейдите|натисніть|κλικ|अनुसरण|इस बटन|click (?:the|this|on|below|here)|tap the|bấm vào|nhấn vào|nhấp vào|点击|點擊|クリック|클릭|คลิก|kattints|klõpsa|spustelėkite|noklikšķin|اضغط|انقر|לחצ|לחיצה',
);

export const OTHER_PAGES = anyOf(
  'unsubscribe|opt[ -]?out|preferences|manage (?:your )?(?:email|notification|subscription)|privacy|terms|conditions|help|support|faq|contact|view (?:it |this )?(?:in|online|email)|in (?:your )?browser|web version|learn more|read more|shop now|shop the|track (?:your|my|it|order)|(?:your|my|view|the|this) orders?\\b|order (?:status|details|history)|invoice|download|app store|google play|facebook|twitter|instagram|linkedin|youtube|follow us|report|disable|secure (?:your|my) account|review (?:activity|your)|remove (?:your|this|my)|cancel|delete|decline|guide|documentation|attendance|availability|appointment|booking|reservation|your seat|rsvp|delivery|payment|purchase|(?:friend |connection |follow |this )requests?|confirm request|invitation to|shipment|pipeline|commit|build log|transaction details|statement',
  'hủy đăng ký|huỷ đăng ký|ngừng nhận|chính sách|điều khoản|trợ giúp|hỗ trợ|đơn hàng|trình duyệt|abmelden|abbestell|datenschutz|impressum|agb|hilfe|im browser|bestellung ansehen|désabonn|désinscri|confidentialité|navigateur|mentions légales|aide|commande|darse de baja|cancelar (?:la )?suscripción|privacidad|navegador|ayuda|pedido|descadastr|cancelar (?:a )?inscrição|privacidade|ajuda|disiscriv|annulla|browser|assistenza|ordine|afmelden|uitschrijven|bestelling|avregistrera|avprenumerera|afmeld|meld deg av|integritetspolicy|beställning|peruuta|tilaus|tietosuoja',
  'wypisz|polityka|pomoc|zamówieni|odhlásit odběr|odhlásit se|objednávk|отписаться|отпис|политика|помощь|заказ|відпис|замовлення|abonelikten|gizlilik|yardım|sipariş|退订|取消订阅|隐私|帮助|订单|客服|退訂|取消訂閱|隱私|訂單|配信停止|プライバシー|ヘルプ|お問い合わせ|注文|수신거부|수신 거부|개인정보|고객센터|주문|ยกเลิก|นโยบาย|คำสั่งซื้อ|berhenti berlangganan|kebijakan|bantuan|pesanan|إلغاء|سياسة|مساعدة|הסר|להסרה|פרטיות|עזרה|απεγγραφή|απορρήτου|dezabon|confidențialitate|leiratkoz|adatvédel',
);

function anyOf(...lists: string[]): RegExp {
  return new RegExp(lists.join('|').normalize('NFC'), 'i');
}
