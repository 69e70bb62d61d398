// Polish, Czech, Slovak, Russian, Ukrainian, Bulgarian, Serbian and Croatian words around codes. Stems carry `*` because nouns decline.
import type { WordList } from './word-list.ts';

export const polish: WordList = {
  strong:
    'kod weryfikacyjny|kodu weryfikacyjnego|kodem weryfikacyjnym|kod potwierdzający|kod potwierdzenia|kod bezpieczeństwa|kod jednorazowy|jednorazowy kod|jednorazowego kodu|kod uwierzytelniający|kod autoryzacyjny|kod logowania|kod do logowania|kod dostępu|kod aktywacyjny|hasło jednorazowe|jednorazowe hasło|kod sms|kod otp|kod pin|cyfrowy kod|cyfrowego kodu|kod autoryzacji|kod resetowania|kod tymczasowy|kod rejestracyjny|kod z wiadomości|kod z e-maila|kod e-mail|kod weryfikujący|kod autoryzujący|kod dostępowy|kod odblokowania|kod parowania|token autoryzacyjny|hasło sms|hasło tymczasowe|tymczasowy kod|pin jednorazowy|jednorazowy pin|cyfrowe hasło|kod identyfikacyjny|kod podpisu|kod resetujący|kodzik|haslo sms|kod smsowy',
  weak: 'cyfry|kod|kodu|kodem|kody|pin|hasło|haslo|hasłem|numer poniżej|poniższy numer|cyfr|token|poniższe cyfry|ciąg cyfr',
  label:
    'numer zamówienia|nr zamówienia|zamówienie nr|zamówienia nr|numer faktury|faktura nr|faktura|numer przesyłki|numer paczki|nr przesyłki|numer śledzenia|numer klienta|numer referencyjny|referencja|numer rezerwacji|kod rezerwacji|numer sprawy|numer zgłoszenia|kod rabatowy|kod promocyjny|kupon|karta podarunkowa|kod polecający|kod pocztowy|telefon|tel|infolinia|nip|regon|krs|numer konta|rachunek|numer rachunku|kończącej się|kończący się|końcówka|numer karty|kod kreskowy|kod qr|kod błędu|kod odbioru|kody zapasowe|kody awaryjne|numer umowy|numer polisy|numer telefonu|pesel|kod źródłowy',
  topic: 'zamówienie|zamówienia|paczka|paczki|rezerwacja|lot|pokój|nr|numer|rok|suma|kwota|cześć|witaj|ul|karta',
  verb: 'wpisujesz|napisz|przepisać|podać|użyć|wprowadzić|dopisz|kopiuj|wpisz|wprowadź|podaj|użyj|przepisz|skorzystaj z|wklej|skopiuj|wstaw|wystukaj|uzupełnij|zastosuj|wpisać|wprowadz',
  intent:
    'potwierdzić|potwierdzisz|zweryfikować|aktywować|zatwierdzić|dokończyć|zresetować|zarejestrować|zalogujesz|weryfikacja|weryfikacji|zweryfikuj|potwierdź|potwierdzenie|zaloguj|logowanie|logowania|zalogować|rejestracja|hasło|ważny|wygasa|wygaśnie|nie udostępniaj|nie podawaj|tożsamość|uwierzytelnianie|aktywacja|bezpieczeństwo|autoryzacja|konto',
  old: 'starego|poprzedniego|wykorzystany|użyty|został użyty|stracił ważność|nieważny|zastępuje|unieważniony|stary|poprzedni|wygasł|nieaktualny|nie działa|już nie',
  fresh: 'nowy|aktualny|najnowszy',
  promo:
    'rabatu|zniżki|promocje|prezent|kod rabatowy|zakupy|minimalna wartość|okazja|gratis|rabat|zniżka|promocja|wyprzedaż|kupon|oferta|darmowa dostawa|kup teraz|taniej|koszyk',
};

export const czechSlovak: WordList = {
  strong:
    'ověřovací kód*|ověřovacího kódu|ověřovacím kódem|potvrzovací kód*|bezpečnostní kód*|jednorázový kód*|jednorázové heslo|jednorázový pin|přihlašovací kód*|autorizační kód*|autentizační kód*|přístupový kód*|aktivační kód*|kód pro přihlášení|kód pro ověření|sms kód*|místný kód|ciferný kód|kód k přihlášení|kód pro potvrzení|' +
    'overovací kód*|bezpečnostný kód*|jednorazový kód*|jednorazové heslo|prihlasovací kód*|autorizačný kód*|prístupový kód*|aktivačný kód*|potvrdzovací kód*|kód na prihlásenie|miestny kód|ciferný kód|kód z e-mailu|kód z emailu|kód pro aktivaci|kód pro registraci|ověřovací pin|aktivační pin|dočasný kód|dočasné heslo|registrační kód*|identifikační kód*|potvrdzujúci kód|kód na overenie|kód na potvrdenie|kod na potvrdenie|kod pro potvrzeni|dočasný pin|kód pro vstup|podpisový kód|číselný kód|autorizačná správa|heslo z sms',
  weak: 'kód|kódu|kódem|kódom|pin|heslo|číslo níže|následující číslo|číslice|cifry|token|kod',
  label:
    'číslo objednávky|č. objednávky|objednávka č|objednávky č|číslo faktury|faktura č|faktúra č|faktura|faktúra|číslo zásilky|číslo zásielky|číslo balíku|sledovací číslo|zákaznické číslo|číslo zákazníka|variabilní symbol|variabilný symbol|referenční číslo|číslo rezervace|číslo rezervácie|rezervační kód|číslo případu|číslo tiketu|slevový kód|slevový kupon|zľavový kód|promo kód|kupón|kupon|dárková karta|dárkový poukaz|psč|telefon|telefón|tel|infolinka|ičo|dič|číslo účtu|končící na|končiaca na|končící|číslo karty|čárový kód|čiarový kód|qr kód|chybový kód|záložní kódy|záložné kódy|číslo smlouvy|kód pro vyzvednutí',
  topic: 'objednávka|objednávky|zásilka|zásielka|rezervace|let|pokoj|č|číslo|rok|celkem|spolu|dobrý den|ahoj|ul|karta',
  verb: 'napiš|vyplň|vlož|opiš|zadat|napsat|opsat|přepiš|zkopíruj|zadaj|napíš|použi|zadať|vpíš|vpište|zadejte|zadej|použijte|použij|vložte|opište|zadajte|vyplňte|napište|vepište|přepište|prepíšte|opíšte|vložiť|vložte|zkopírujte|skopírujte|uveďte|vyťukejte|použite|napíšte',
  intent:
    'potvrdili|potvrdil|potvrdíte|ověříte|ověřili|přihlásili|přihlásíte|aktivovat|aktivovali|dokončit|dokončili|potvrdiť|overili|overíte|prihlásili|aktivovať|dokončiť|ověření|ověřit|ověřte|potvrdit|potvrďte|potvrzení|přihlášení|přihlásit|registrace|heslo|platnost|platný|vyprší|nesdělujte|nesdílejte|neposkytujte|totožnost|bezpečnost|aktivace|overenie|overiť|prihlásenie|prihlásiť|platí|nezdieľajte|účet|účtu',
  old: 'starého|předchozího|neplatný|použit|byl použit|nahrazuje|vypršela|stratil|bol použitý|už nie je|starý|předchozí|predchádzajúci|vypršel|již neplatí|už neplatí',
  fresh: 'nový|aktuální|aktuálny',
  promo:
    'slevový|slevu|zľavy|zľavu|dárek|darček|nákup|nákupu|zdarma|košíku|sleva|slevy|zľava|akce|výprodej|kupón|doprava zdarma|nakupujte|poukaz|košík',
};

export const russian: WordList = {
  strong:
    'код подтверждения|кода подтверждения|кодом подтверждения|проверочный код|проверочного кода|код проверки|код безопасности|одноразовый код|одноразового кода|одноразовый пароль|одноразового пароля|код авторизации|код аутентификации|код доступа|код активации|код для входа|код входа|код верификации|код из письма|смс-код|sms-код|секретный код|пин-код|пинкод|код для подтверждения|код для регистрации|временный код|временный пароль|код регистрации|код восстановления|код сброса|значный код|цифры кода|защитный код|кодовое число|код для авторизации|код для доступа|код для восстановления|код из смс|код из sms|код операции подтверждения|проверочное слово|цифровой код|код смены пароля|код привязки|код-пароль|разовый код|разовый пароль|код безопасного входа|код двухфакторной|пароль для входа|временный пин|кодовая комбинация|код для смены|код для сброса|код для подтверждения',
  weak: 'цифры|код|кода|кодом|коды|пароль|пин|число|комбинация|эти цифры|цифр|ключ',
  label:
    'номер заказа|заказ №|заказ номер|заказа №|номер счета|номер счёта|счет №|счёт №|номер отправления|трек-номер|трек-код|трек номер|номер накладной|накладная|номер клиента|номер обращения|обращение №|номер заявки|заявка №|номер бронирования|код бронирования|номер брони|номер договора|договор №|номер полиса|промокод*|промо-код*|код скидки|купон|подарочная карта|подарочный сертификат|сертификат|реферальный код|код приглашения|почтовый индекс|индекс|телефон|тел|горячая линия|звоните|инн|огрн|кпп|бик|снилс|штрих-код|штрихкод|qr-код|код ошибки|исходный код|оканчивающейся на|оканчивающаяся на|последние цифры|карта *|номер карты|лицевой счет|лицевой счёт|резервные коды|код города|код получения|код выдачи|номер билета|идентификатор|код товара|артикул|номер телефона',
  topic:
    'заказ|заказа|заказу|номер|рейс|комната|место|посылка|бронь|счет|счёт|год|итого|сумма|здравствуйте|привет|ул|дом|кв|карта|карты|карте|звонок|позвоните',
  verb: 'напиши|вставь|скопируй|вводите|набери|укажи|введя|вбей|заполните|введите|введи|используйте|используй|укажите|впишите|ввести|вставьте|скопируйте|наберите|напишите|впиши|вбейте|назовите|сообщите',
  intent:
    'подтвердили|верификация|верификации|завершить|подтверждение|подтвердите|подтвердить|подтверждения|вход|войти|входа|авторизация|регистрация|регистрации|зарегистрироваться|пароль|действителен|действует|истекает|никому не сообщайте|не сообщайте|не передавайте|не запрашивали|безопасность|аккаунт|учетной записи|учётной записи|активация|активировать|личность',
  old: 'старого|предыдущего|недействителен|недействительный|использован|был использован|уже использован|просрочен|заменяет|аннулирован|старый|прежний|предыдущий|истек|истёк|больше не действует|не работает|устарел',
  fresh: 'новый|текущий|актуальный|последний',
  promo:
    'акции|подарок|покупки|покупку|покупок|бонус|бонусы|кэшбэк|выгодно|скидок|скидка|скидки|скидку|скидкой|промокод|распродажа|акция|купон|бесплатная доставка|купить|выгода|корзина|предложение',
};

export const ukrainianBulgarianSouthSlavic: WordList = {
  strong:
    'код підтвердження|коду підтвердження|код перевірки|перевірочний код|код безпеки|одноразовий код|одноразовий пароль|код авторизації|код автентифікації|код доступу|код активації|код для входу|код входу|код верифікації|значний код|смс-код|тимчасовий код|тимчасовий пароль|код для підтвердження|' +
    'код за потвърждение|код за потвърждаване|код за сигурност|код за проверка|код за вход|код за достъп|код за активиране|код за верификация|еднократен код|еднократна парола|код за удостоверяване|цифрен код|потвърдителен код|' +
    'код за потврду|верификациони код|једнократни код|једнократна лозинка|сигурносни код|код за верификацију|kod za potvrdu|verifikacioni kod|verifikacijski kod|jednokratni kod|jednokratna lozinka|jednokratna šifra|sigurnosni kod|sigurnosna šifra|kod za prijavu|kod za verifikaciju|kôd za potvrdu|kontrolni kod|aktivacijski kod|jednokratna zaporka|potvrditveni koda|potvrditvena koda|enkratna koda|varnostna koda|enkratno geslo|koda za potrditev|koda za prijavo|код для авторизації|цифровий код|тимчасовий пін|код із листа|код реєстрації|код відновлення|пін-код|временен код|временна парола|код за регистрация|пин код|privremeni kod|privremena lozinka|kod za pristup|kod za registraciju|kod za ulaz|autorizacijski kod|pristupni kod|potvrdni kod|enkratni kod|začasna koda|smska koda|koda za dostop|sms kod',
  weak: 'код|коду|кодът|кода|кодом|код*|kod|kôd|koda|kodu|пароль|парола|šifra|цифри|число|ключ|цифрите|broj ispod|znamenke|številke|cifre',
  label:
    'номер замовлення|замовлення №|номер рахунку|рахунок №|трек-номер|ттн|номер накладної|номер посилки|номер клієнта|номер звернення|звернення №|номер заявки|номер бронювання|код бронювання|номер договору|промокод*|знижка код|купон|подарункова картка|подарунковий сертифікат|поштовий індекс|індекс|телефон|тел|гаряча лінія|єдрпоу|інн|штрих-код|код помилки|закінчується на|останні цифри|номер картки|резервні коди|код отримання|' +
    'номер на поръчка|поръчка №|поръчка номер|номер на фактура|фактура|товарителница|номер на пратка|клиентски номер|референтен номер|номер на резервация|код за отстъпка|промо код|ваучер|подаръчна карта|пощенски код|еик|завършваща на|резервни кодове|' +
    'broj narudžbe|broj porudžbine|broj računa|račun br|broj pošiljke|referentni broj|poziv na broj|broj rezervacije|kod za popust|promo kod|kupon|poklon kartica|poštanski broj|telefon|oib|pib|koji završava|številka naročila|številka računa|koda za popust|davčna številka',
  topic:
    'замовлення|посилка|рейс|номер|рік|сума|вітаємо|поръчка|полет|стая|година|общо|здравейте|narudžba|porudžbina|naročilo|let|soba|br|broj|ukupno|карта|картка',
  verb: 'впиши|напишіть|вкажи|використай|скопіюй|вводьте|ввести|постави|напиши|копирайте|попълни|ползвайте|използвай|napišite|napiši|ukucaj|koristi|upisati|unijeti|uneti|vnesi|uporabi|vpiši|prepiši|унеси|укуцајте|користите|введіть|введи|використайте|вкажіть|въведете|въведи|използвайте|unesite|upišite|koristite|vnesite|uporabite|унесите|вставте|скопіюйте|наберіть|впишіть|попълнете|поставете|напишете|upiši|unesi|ukucajte|kopirajte|vpišite|prepišite',
  intent:
    'підтвердили|активувати|завершити|потвърдите|потвърдиш|влезете|активирате|potvrdili|prijavili|prijavite|aktivirali|potrdite|potrdili|підтвердження|підтвердіть|підтвердити|вхід|увійти|входу|реєстрація|реєстрації|пароль|дійсний|діє|не повідомляйте|безпека|обліковий запис|потвърждение|потвърдете|влизане|вход|регистрация|валиден|изтича|не споделяйте|сигурност|акаунт|potvrda|potvrdite|prijava|prijavu|registracija|lozinka|vrijedi|važi|ističe|ne dijelite|ne delite|sigurnost|račun|potrditev|prijavo|veljavna|poteče',
  old: 'недійсний|використано|використаний|закінчився|замінює|стария|невалиден|използван|заменя|iskorišten|iskorišćen|nevažeći|zamjenjuje|potekla|neveljavna|uporabljena|stara|старий|попередній|стар|предишен|изтекъл|stari|prethodni|istekao|ne vrijedi|ne važi',
  fresh: 'новий|нов|новият|novi|nov|nova',
  promo:
    'знижку|подарунок|кошик|купівл|безкоштовна доставка|намаление|намаления|подарък|количка|безплатна доставка|popusta|poklon|košarica|korpa|darilo|brezplačna dostava|košarici|знижка|знижки|промокод|акція|розпродаж|отстъпка|промоция|разпродажба|popust|akcija|rasprodaja|besplatna dostava|kupon',
};
