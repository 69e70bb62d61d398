// Finnish, Estonian, Hungarian, Turkish, Azerbaijani, Greek, Arabic, Persian, Hebrew, Hindi and other South Asian, Indonesian, Malay, Filipino and Baltic words around codes.
import type { WordList } from './word-list.ts';

export const finnishEstonian: WordList = {
  strong:
    'vahvistuskoodi*|kertakäyttökoodi*|kertakäyttöinen koodi|kertakäyttöisen koodin|kertakäyttösalasana*|turvakoodi*|kirjautumiskoodi*|varmennuskoodi*|tunnistautumiskoodi*|aktivointikoodi*|pääsykoodi*|todennuskoodi*|numeroinen koodi|tarkistuskoodi*|kinnituskood*|ühekordne kood|ühekordne parool|turvakood*|sisselogimiskood*|aktiveerimiskood*',
  weak: 'koodi*|kood|koodid|pin-koodi*|tunnusluku|numero alla|numerosarja|numerot|luku|pin',
  label:
    'tilausnumero*|tilaus nro|tilausnro|laskun numero|laskunumero|lasku|asiakasnumero|seurantakoodi*|seurantatunnus|lähetystunnus|viitenumero|viite|varausnumero|varaustunnus|alennuskoodi*|kampanjakoodi*|lahjakortti|lahjakortin|lahjakorttikoodi|postinumero|puhelin|puh|y-tunnus|jäsennumero|tilinumero|päättyvä|päättyvän|viivakoodi|varakoodit|virhekoodi|noutokoodi|tellimuse number|arve number|viitenumber|sooduskood|kinkekaart|telefon',
  topic: 'tilaus|tilauksen|varaus|lento|huone|nro|yhteensä|summa|hei|kortti|tellimus|tere',
  verb: 'kirjoittamalla|syöttämällä|syöttää|käyttäen|kirjuta|sisestage|kasutage|kopeerige|syötä|anna|käytä|kirjoita|näppäile|sisesta|kasuta|näpyttele|kopioi|liitä|täytä|trüki|kopeeri',
  intent:
    'vahvistaaksesi|kirjautuaksesi|aktivoidaksesi|kinnitada|kinnitamiseks|sisselogimiseks|vahvista|vahvistaa|kirjaudu|kirjautuminen|kirjautumisen|kirjautua|rekisteröityminen|salasana|voimassa|vanhenee|älä jaa|tunnistautuminen|turvallisuus|tili|aktivoi|kinnita|logi sisse|parool|kehtib|konto',
  old: 'käytetty|mitätön|korvaa|ei kelpaa|kehtetu|kasutatud|vanha|aiempi|edellinen|vanhentunut|ei ole enää voimassa|vana|eelmine|aegunud',
  fresh: 'uusi|nykyinen|uus',
  promo:
    'alennuskoodi|ostoskori|ostoskoriin|etu|edut|alella|soodushind|kampaania|kinkekaart|tasuta|alennus|ale|tarjous|kampanja|ilmainen toimitus|säästä|lahjakortti|osta nyt|soodustus',
};

export const hungarian: WordList = {
  strong:
    'ellenőrző kód*|ellenőrzőkód*|megerősítő kód*|megerősítőkód*|hitelesítő kód*|hitelesítőkód*|biztonsági kód*|egyszer használatos kód*|egyszer használatos jelszó*|egyszeri kód*|egyszeri jelszó|belépési kód*|belépő kód*|bejelentkezési kód*|aktiváló kód*|aktivációs kód*|azonosító kód*|sms-kód*|jegyű kód*|jegyű kódot|hozzáférési kód*|visszaigazoló kód*|pin-kód*|ideiglenes kód*|igazoló kód*|belépési kód*|belépőkód*|jelszó egyszeri|egyszeri jelszó|sms-kód*|megerősítő kód*|aktiváló kód*|ideiglenes kód*|ideiglenes jelszó|regisztrációs kód*|azonosító kód*|hitelesítő kód*|ellenőrző kód*|biztonsági kód*|jóváhagyó kód*|jelszó-visszaállító kód*',
  weak: 'kód|kódja|kódod|kódot|kódját|a kód|kódunk|pin|számsor|számjegy*|számot|kódra|token',
  label:
    'rendelésszám|rendelési szám|rendelés száma|rendelésazonosító|megrendelés száma|számlaszám|számla sorszáma|számla|ügyfélszám|ügyfélazonosító|csomagszám|nyomkövetési szám|hivatkozási szám|referenciaszám|foglalási szám|foglalási kód|ügyszám|kedvezménykód|kuponkód|kupon|promóciós kód|ajándékkártya|irányítószám|telefon|tel|telefonszám|adószám|cégjegyzékszám|végződő|végű|vonalkód|tartalék kódok|biztonsági mentési kódok|hibakód|szerződésszám|átvételi kód',
  topic: 'rendelés|rendelése|foglalás|járat|szoba|szám|összesen|összeg|kedves|szia|utca|kártya|jegy',
  verb: 'írd|írja|gépelje|gépeld|másolja be|illeszd be|pötyögd|adja meg|add meg|írja be|írd be|használja|használd|gépelje be|másolja|másold|adja be|üsse be|üsd be|illessze be|gépeld be|beírni|megadni',
  intent:
    'megerősítéséhez|megerősítéshez|hitelesítéshez|aktiváláshoz|regisztrációhoz|belépési|bejelentkezési|megerősítés|megerősítése|ellenőrzés|bejelentkezés|belépés|belépéshez|bejelentkezéshez|regisztráció|jelszó|érvényes|lejár|ne ossza meg|senkinek|azonosítás|biztonság|fiók|aktiválás|hitelesítés',
  old: 'érvénytelen|felhasznált|felhasználták|elavult|régi|korábbi|előző|lejárt|már nem érvényes',
  fresh: 'új|aktuális|legújabb',
  promo:
    'kuponkód|kosár|kosárban|ajándék|akciós|kedvezménnyel|vásárlás|kedvezmény|akció|kupon|leárazás|ingyenes szállítás|vásárolj|ajándékkártya|spórolj',
};

export const turkic: WordList = {
  strong:
    'doğrulama kodu*|doğrulama kodun*|onay kodu*|onay kodun*|güvenlik kodu*|güvenlik kodun*|tek kullanımlık şifre*|tek kullanımlık kod*|tek kullanımlık parola*|tek seferlik kod*|tek seferlik şifre*|giriş kodu*|giriş kodun*|aktivasyon kodu*|etkinleştirme kodu*|kimlik doğrulama kodu*|erişim kodu*|sms şifre*|sms kodu*|haneli kod*|haneli kodu|geçici şifre*|geçici kod*|şifreniz|sıfırlama kodu*|kurtarma kodu*|kayıt kodu*|təsdiq kodu*|təsdiqləmə kodu*|birdəfəlik kod*|birdəfəlik şifrə*|tasdiqlash kodi*|растау коды*|bir martalik kod*|onay şifre*|giriş şifre*|doğrulama şifre*|işlem şifre*|tek kullanimlik sifre*|dogrulama kodu*|onay kodunuz|mobil onay kodu*|3d secure şifre*|dinamik şifre*|güvenlik şifre*|aktivasyon şifre*|geçiş kodu*|cep şifre*|internet şifre*|üyelik kodu*|parola kodu',
  weak: 'rakamı|rakamları|kod|kodu|kodun|kodunuz*|kodunu|kodla|kodlar|şifre|şifren*|parola|pin|kodi|sifre|sifreniz|kodunuzu|rakam|sayı|numarayı|kodumuz|anahtar',
  label:
    'sipariş no|sipariş numarası|sipariş numaran*|sipariş kodu|siparis no|fatura no|fatura numarası|fatura|takip no|takip numarası|kargo takip no|kargo takip numarası|kargo no|müşteri no|müşteri numarası|müşteri numaran*|referans no|referans numarası|referans|rezervasyon no|rezervasyon numarası|rezervasyon kodu|pnr|talep no|destek no|indirim kodu*|kupon kodu*|kupon|promosyon kodu*|kampanya kodu*|hediye kartı|hediye çeki|hediye kodu|davet kodu*|referans kodu|posta kodu|telefon|tel|çağrı merkezi|müşteri hizmetleri|vergi no|mersis no|iban|hesap no|hesap numarası|ile biten|biten|son dört|kart no|üye no|üye numarası|poliçe no|işlem no|barkod|karekod|hata kodu|kaynak kodu|yedek kodlar|kurtarma kodları|tc kimlik no|teslimat kodu|dekont no|seri no|abone no|sifariş nömrəsi',
  topic: 'sipariş|siparişiniz|uçuş|oda|koltuk|no|numara|yılı|toplam|tutar|merhaba|sayın|kapı|kart|sokak|cad',
  verb: 'yazmanız|yazman|girmeniz|girmen|yaz|gir|giriniz|girerek|kullanarak|yapıştır|yazaraq|daxil edin|girin|girin:|giriniz|kullanın|kullanınız|yazın|gir|kullan|daxil edin|kiriting|tuşlayın|tuşlayınız|yapıştırın|kopyalayın|giriş yapın|yazınız|girebilirsiniz|belirtin',
  intent:
    'doğrulama|doğrulayın|doğrulamak|onaylayın|onaylamak|giriş|giriş yapmak|kayıt|üyelik|parola|şifre|geçerli|geçerlidir|süresi|paylaşmayın|kimseyle|güvenlik|hesabınız|hesabın|etkinleştir|kimlik|aktivasyon|təsdiq|tasdiqlash',
  old: 'geçersiz|kullanıldı|kullanılmış|süresi doldu|köhnə|eski|önceki|süresi dolmuş|artık geçerli değil',
  fresh: 'yeni|güncel|son',
  promo:
    'kuponu|sepet|indirimi|indirimli|çekiliş|bedava|alışverişlerde|endirim|kampaniya|indirim|kampanya|kupon|fırsat|kargo bedava|ücretsiz kargo|hediye|alışveriş|sepette|sepetinde',
};

export const greek: WordList = {
  strong:
    'κωδικός επαλήθευσης|κωδικό επαλήθευσης|κωδικού επαλήθευσης|κωδικός επιβεβαίωσης|κωδικό επιβεβαίωσης|κωδικός ασφαλείας|κωδικό ασφαλείας|κωδικός μίας χρήσης|κωδικός μιας χρήσης|κωδικό μίας χρήσης|κωδικό μιας χρήσης|κωδικός μίας φοράς|κωδικός σύνδεσης|κωδικό σύνδεσης|κωδικός εισόδου|κωδικός ενεργοποίησης|κωδικός πρόσβασης μίας χρήσης|κωδικός otp|κωδικός ταυτοποίησης|ψήφιο κωδικό|ψήφιος κωδικός|κωδικός αυθεντικοποίησης|συνθηματικό μίας χρήσης|προσωρινός κωδικός|κωδικός επιβεβαίωσης|κωδικός ταυτοποίησης|κωδικός ενεργοποίησης|προσωρινός κωδικός|μοναδικός κωδικός|κωδικός ασφαλείας|κωδικός εισόδου|κωδικός σύνδεσης|κωδικός επαλήθευσης|κωδικό επιβεβαίωσης|κωδικό επαλήθευσης|κωδικό μιας χρήσης|κωδικός otp|κωδικό otp|κωδικός pin',
  weak: 'ψηφία|κωδικός|κωδικό|κωδικού|κωδικος|κωδικο|pin|αριθμό|αριθμός παρακάτω|κλειδί',
  label:
    'αριθμός παραγγελίας|αρ. παραγγελίας|παραγγελία αρ|αριθμός τιμολογίου|τιμολόγιο|αριθμός αποστολής|αριθμός παρακολούθησης|κωδικός πελάτη|αριθμός πελάτη|αριθμός αναφοράς|αναφορά|αριθμός κράτησης|κωδικός κράτησης|εκπτωτικός κωδικός|εκπτωτικό κωδικό|κωδικός έκπτωσης|κουπόνι|δωροκάρτα|ταχυδρομικός κώδικας|τ.κ|τκ|τηλέφωνο|τηλ|αφμ|α.φ.μ|αριθμός λογαριασμού|λήγει σε|που λήγει σε|γραμμωτός κώδικας|κωδικός προϊόντος|εφεδρικοί κωδικοί|καλέστε',
  topic: 'παραγγελία|παραγγελίας|κράτηση|πτήση|δωμάτιο|αρ|αριθμός|έτος|σύνολο|ποσό|γεια|αγαπητέ|αγαπητή|κάρτα',
  verb: 'εισάγεις|γράψε|βάλε|πληκτρολόγησε|χρησιμοποίησε|συμπλήρωσε|εισαγωγή|εισάγετε|εισαγάγετε|πληκτρολογήστε|χρησιμοποιήστε|καταχωρίστε|συμπληρώστε|γράψτε|αντιγράψτε|επικολλήστε|δώστε|βάλτε',
  intent:
    'επιβεβαιώσετε|επαληθεύσετε|ενεργοποιήσετε|ολοκληρώσετε|επαλήθευση|επιβεβαίωση|επιβεβαιώστε|σύνδεση|σύνδεσή|συνδεθείτε|εγγραφή|κωδικό πρόσβασης|ισχύει|λήγει|μην κοινοποιήσετε|μη μοιραστείτε|μην μοιραστείτε|ασφάλεια|λογαριασμό|ταυτότητα|ενεργοποίηση',
  old: 'παλαιός|ληγμένος|άκυρος|χρησιμοποιήθηκε|έχει λήξει|παλιός|παλιό|προηγούμενος|έληξε|δεν ισχύει πλέον',
  fresh: 'νέος|νέο|τρέχων',
  promo:
    'εκπτωτικό|κουπονι|καλάθι|δώρο|δωρεάν|αγορές|έκπτωση|προσφορά|προσφορές|εκπτώσεις|κουπόνι|δωρεάν αποστολή|αγοράστε|κερδίστε',
};

export const semitic: WordList = {
  strong:
    'رمز التحقق|رمز التأكيد|رمز الأمان|رمز الدخول|رمز تسجيل الدخول|رمز التفعيل|رمز المصادقة|كود التحقق|كود التفعيل|كود التأكيد|كود الدخول|رمز لمرة واحدة|كلمة مرور لمرة واحدة|كلمة المرور لمرة واحدة|كلمة السر لمرة واحدة|الرمز السري|رقم التحقق|رمز التحقّق|رمز الاستخدام لمرة واحدة|رمز يستخدم لمرة واحدة|رمز مؤقت|الرمز المؤقت|رمز otp|رمز إعادة التعيين|كود otp|رمز الوصول|' +
    'کد تایید|کد تأیید|کد فعال‌سازی|کد فعالسازی|کد ورود|رمز یکبار مصرف|رمز یک‌بار مصرف|رمز پویا|کد یکبار مصرف|کد امنیتی|تصدیقی کوڈ|' +
    'הסיסמה החד פעמית|הסיסמה החד-פעמית|סיסמא חד פעמית|קוד אימות|קוד האימות|קוד אישור|קוד האישור|קוד כניסה|קוד הכניסה|קוד חד פעמי|קוד חד-פעמי|הקוד החד פעמי|הקוד החד-פעמי|סיסמה חד פעמית|סיסמה חד-פעמית|קוד אבטחה|קוד האבטחה|קוד גישה|קוד הפעלה|קוד ההפעלה|קוד זיהוי|קוד הזיהוי|קוד זמני|קוד התחברות|קוד ההתחברות|otp',
  weak: 'الرقم التالي|الأرقام التالية|رمز|الرمز|رمزك|كود|الكود|کد|کوڈ|קוד|הקוד|חד פעמי|חד-פעמי|סיסמה זמנית|الرقم السري|هذا الرقم|المكون من|رمزا|الرقم أدناه|عدد|המספר הבא|הספרות|הספרות הבאות',
  label:
    'رقم الطلب|رقم الطلبية|طلب رقم|رقم الفاتورة|فاتورة رقم|رقم التتبع|رقم الشحنة|رقم العميل|رقم المرجع|الرقم المرجعي|مرجع|رقم الحجز|رمز الحجز|رقم التذكرة|رقم الحساب|حساب رقم|رقم البطاقة|المنتهية ب|المنتهي ب|تنتهي بـ|تنتهي ب|كود الخصم|رمز الخصم|كوبون|قسيمة|بطاقة هدية|الرمز البريدي|هاتف|الهاتف|اتصل|رقم الهاتف|رمز الخطأ|رمز الدولة|رقم العضوية|الرقم الضريبي|السجل التجاري|رقم المعاملة|رقم العملية|رموز احتياطية|الرقم الموحد|شماره سفارش|کد تخفیف|کد رهگیری|شماره پیگیری|کد پستی|تلفن|' +
    'מספר הזמנה|מספר ההזמנה|הזמנה מספר|מספר חשבונית|חשבונית|מספר מעקב|מספר משלוח|מספר לקוח|אסמכתא|מספר אסמכתא|מספר פנייה|פנייה מספר|קוד קופון|קופון|קוד הנחה|קוד הטבה|גיפט קארד|כרטיס מתנה|מיקוד|טלפון|טל|חייגו|ח.פ|ע.מ|מספר חשבון|המסתיים ב|מסתיים ב|ספרות אחרונות|מספר כרטיס|קוד שגיאה|קודי גיבוי|מספר טיסה|קוד הזמנה|מספר חבר',
  topic: 'طلب|الطلب|رحلة|غرفة|رقم|عام|سنة|المجموع|المبلغ|مرحبا|عزيزي|הזמנה|טיסה|חדר|מספר|שנת|סכום|סה"כ|שלום|היי|رقم',
  verb: 'اكتبي|أدخلي|ضع|الصق|أدخلوا|استعمل|וارد|וکتب|بنویسید|استفاده کنید|تايپ|הזיני|הקלידי|תזין|תקליד|להקליד|רשמו|כתבו|أدخل|ادخل|استخدم|إدخال|اكتب|وارد کنید|הזן|הזינו|הכנס|הכניסו|השתמש|הקלד|הקלידו|להזין|قم بإدخال|يرجى إدخال|الرجاء إدخال|انسخ|הדביקו|העתיקו|הקישו|הקש|נא להזין',
  intent:
    'التحقق|تأكيد|تسجيل الدخول|الدخول|تسجيل|كلمة المرور|صالح|صالحة|تنتهي صلاحية|لا تشارك|لا تشاركه|الأمان|حسابك|تفعيل|هويتك|ورود|تایید|حساب|אימות|אישור|כניסה|להתחבר|התחברות|הרשמה|סיסמה|בתוקף|תקף|יפוג|אל תשתף|אין לשתף|אבטחה|חשבון|חשבונך|זהות',
  old: 'انتهت صلاحيته|غير صالح|تم استخدامه|منقضی|فג|נוצל|לא תקף|القديم|السابق|منتهي|لم يعد صالح|قبلی|הישן|הקודם|פג תוקף|אינו תקף|לא בתוקף',
  fresh: 'الجديد|جديد|جدید|חדש|החדש',
  promo:
    'خصومات|السلة|هدية|مجانا|سلة|هدیه|فروش ویژه|ارسال رایگان|مبلغ|במתנה|סל הקניות|הטבה|מבצעים|מתנה|خصم|عرض|عروض|تخفيضات|كوبون|تسوق|شحن مجاني|تخفیف|הנחה|מבצע|קופון|משלוח חינם|קנו|מימוש',
};

export const southAsian: WordList = {
  strong:
    'ओटीपी|otp|सत्यापन कोड|वेरिफिकेशन कोड|पुष्टिकरण कोड|सुरक्षा कोड|वन टाइम पासवर्ड|वन-टाइम पासवर्ड|लॉगिन कोड|प्रमाणीकरण कोड|एक्सेस कोड|एकमुश्त पासवर्ड|যাচাইকরণ কোড|ভেরিফিকেশন কোড|ওটিপি|নিশ্চিতকরণ কোড|நினைவுக் குறியீடு|சரிபார்ப்புக் குறியீடு|சரிபார்ப்பு குறியீடு|ஓடிபி|ధృవీకరణ కోడ్|ఓటీపీ|ಪರಿಶೀಲನಾ ಕೋಡ್|ഒടിപി|സ്ഥിരീകരണ കോഡ്|ચકાસણી કોડ|ઓટીપી|ਪੁਸ਼ਟੀਕਰਨ ਕੋਡ|पडताळणी कोड|प्रमाणिकरण कोड|සත්‍යාපන කේතය|سیکیورٹی کوڈ',
  weak: 'कोड|पिन|কোড|குறியீடு|కోడ్|ಕೋಡ್|കോഡ്|કોડ|ਕੋਡ|अंक|नंबर दर्ज|पासकोड|पासवर्ड है|নম্বর',
  label:
    'ऑर्डर नंबर|ऑर्डर संख्या|ऑर्डर आईडी|आदेश संख्या|ट्रैकिंग नंबर|बिल नंबर|चालान|चालान संख्या|ग्राहक संख्या|ग्राहक आईडी|संदर्भ संख्या|संदर्भ|बुकिंग आईडी|पीएनआर|खाता संख्या|अंतिम अंक|प्रोमो कोड|कूपन कोड|कूपन|छूट कोड|गिफ्ट कार्ड|पिन कोड|पिनकोड|फोन|फ़ोन|हेल्पलाइन|टोल फ्री|टिकट संख्या|शिकायत संख्या|अर्डर नम्बर|অর্ডার নম্বর|ট্র্যাকিং নম্বর|হেল্পলাইন|ஆர்டர் எண்|ఆర్డర్ నంబర్',
  topic: 'खाता|ऑर्डर|बुकिंग|राशि|कुल|रुपये|नमस्ते|प्रिय|वर्ष|অর্ডার|মোট',
  verb: 'टाइप करें|डालिए|लिखें|उपयोग करे|बताएं|टाइप করুন|টাইপ করুন|প্রবেশ করান|উল্লেখ করুন|உபயோகிக்கவும்|பயன்படுத்தவும்|दर्ज करें|डालें|उपयोग करें|प्रयोग करें|লিখুন|ব্যবহার করুন|प्रविष्ट करें|डाले|भरें|दीजिए|দিন|লিখে|உள்ளிடவும்|నమోదు చేయండి',
  intent:
    'सत्यापित|सत्यापन|लॉगिन|लॉग इन|साइन इन|पंजीकरण|पासवर्ड|मान्य|वैध|समाप्त|साझा न करें|साझा ना करें|सुरक्षा|खाते|पुष्टि|যাচাই|লগইন|মেয়াদ|শেয়ার করবেন না|உள்நுழைய|பகிர வேண்டாம்',
  old: 'पुराना|पिछला|समाप्त हो गया',
  fresh: 'नया|नवीनतम',
  promo: 'डिस्काउंट|कैशबैक|उपहार|फ्री|ডিসকাউন্ট|কুপন|উপহার|தள்ளுபடி|సలేషన్|డిస్కౌంట్|കിഴിവ്|છૂટ|छूट|ऑफर|सेल|कूपन|मुफ्त डिलीवरी|खरीदें|ছাড়|অফার',
};

export const malayIndonesianFilipino: WordList = {
  strong:
    'kode verifikasi|kode otp|kode konfirmasi|kode keamanan|kode akses|kode masuk|kode login|kode aktivasi|kode sekali pakai|kata sandi sekali pakai|sandi sekali pakai|kode autentikasi|kode otentikasi|kode rahasia|kode pin|kode validasi|kode unik|digit kode|kod pengesahan|kod keselamatan|kod otp|kod tac|nombor tac|kod aktivasi|kata laluan sekali|kod sekali guna|kod akses|kod log masuk|verification code mo|one-time pin mo|code ng pag-verify|kode reset|kode pemulihan|kode registrasi|kode pendaftaran|kode pengaman|kode unik verifikasi|kode persetujuan|kode dari email|kode token|kode konfirmasi|password sekali pakai|pin sekali pakai|kata laluan sementara|kata sandi sementara|nombor pengesahan|kod pendaftaran|kod sementara|kod keselamatan|one-time pin|verification code|kode undian otp|kode lupa password|angka rahasia|kode verif|kode login sekali',
  weak: 'angka|nomor berikut|kode|kod|sandi|pin|token|nomor ini|angka ini|digit|nombor|numero|kata laluan|angka berikut',
  label:
    'nomor pesanan|no. pesanan|no pesanan|nomor order|nomor invoice|no. invoice|nomor resi|no. resi|resi|nomor pelacakan|nomor faktur|id pelanggan|nomor pelanggan|no. pelanggan|nomor referensi|no. referensi|no. ref|referensi|kode booking|kode pemesanan|nomor tiket|no. tiket|kode tiket|kode promo|kode voucher|kode diskon|kode kupon|voucher|kupon|kode referral|kode undangan|kartu hadiah|kode pos|telepon|telp|hubungi|call center|nomor rekening|no. rekening|berakhiran|berakhir dengan|npwp|kode qr|kode batang|kode error|kode produk|kode cadangan|nomor kartu|virtual account|nomor virtual account|kode pembayaran|kode bayar|nomor transaksi|id transaksi|kode negara|kode bank|nik|kode pengambilan|nombor pesanan|no. akaun|nombor rujukan|kod promosi|poskod|kod diskaun|nombor penjejakan|numero ng order|tracking number',
  topic: 'rekening|pesanan|order|tiket|pemesanan|penerbangan|kamar|nomor|no|tahun|total|jumlah|halo|hai|jl|jalan|kartu',
  verb: 'ketikkan|gunain|inputkan|tuliskan|masukkanlah|i-type|itype|isulat|gamitin ang|masukkan kod|sila masukkan|silakan masukkan|masukkan|gunakan|ketik|isi|pakai|guna|ilagay|gamitin|masukin|masukan|input|tulis|salin|tempel|isikan|taip|i-type|i-enter',
  intent:
    'reset|permintaan|abaikan|verifikasi|konfirmasi|masuk|login|daftar|pendaftaran|kata sandi|sandi|berlaku|kedaluwarsa|kadaluarsa|jangan berikan|jangan bagikan|jangan beritahu|rahasia|rahasiakan|keamanan|akun|aktivasi|pengesahan|log masuk|tamat tempoh|jangan kongsi|keselamatan|akaun|identitas|huwag ibahagi',
  old: 'kedaluwarsa sejak|kadaluarsa pada|sudah digunakan|telah digunakan|tidak valid|tamat tempoh pada|nag-expire|lama|sebelumnya|tidak berlaku lagi|sudah tidak berlaku',
  fresh: 'baru|terbaru|terkini',
  promo:
    'kode promo|potongan harga|keranjang|hadiah|gratis|bonus|poin|baucar|jualan|penghantaran percuma|troli|diskwento|libreng shipping|diskon|promo|voucher|gratis ongkir|belanja|cashback|potongan|kupon|hemat|penawaran|diskaun',
};

export const baltic: WordList = {
  strong:
    'patvirtinimo kodas|patvirtinimo kodą|vienkartinis kodas|vienkartinis slaptažodis|saugos kodas|prisijungimo kodas|apstiprinājuma kods|apstiprināšanas kods|vienreizējais kods|vienreizējā parole|drošības kods|pieteikšanās kods|verifikācijas kods|verifikasiekode|eenmalige pin|msimbo wa uthibitishaji|nambari ya uthibitishaji|kodi i verifikimit|код за верификација',
  weak: 'kodas|kodą|kods|kodu|msimbo|kodi|pin|skaitļi|skaičiai|numeris žemiau',
  label:
    'užsakymo numeris|užsakymo nr|sąskaitos numeris|siuntos numeris|nuolaidos kodas|dovanų kuponas|pašto kodas|tel|pasūtījuma numurs|rēķina numurs|sūtījuma numurs|atlaides kods|dāvanu karte|pasta indekss',
  topic: 'užsakymas|pasūtījums|nr|sveiki',
  verb: 'įvesti|rašykite|įrašyk|ievadīt|ieraksti|izmanto|raksti|andika|įveskite|naudokite|ievadiet|izmantojiet|weka|ingiza|įrašykite|suveskite|panaudokite|ierakstiet|lietojiet|ievadi|įvesk|tumia',
  intent:
    'patvirtintumėte|prisijungtumėte|patvirtinkite|prisijungimo|apstiprinātu|pieteiktos|apstipriniet|pieteikšanās|patvirtinti|prisijungti|prisijungimas|galioja|slaptažodis|apstiprināt|pieteikties|derīgs|parole|thibitisha',
  old: 'nebegalioja|panaudotas|vairs nav derīgs|izmantots|senas|ankstesnis|vecais|iepriekšējais',
  fresh: 'naujas|jaunais',
  promo:
    'nuolaidos|nuolaidą|kuponas|dovana|dovanų|krepšelis|nemokamas|atlaidi|atlaides|kupons|dāvana|dāvanu|grozs|bezmaksas|nuolaida|akcija|atlaide|akcija',
};
