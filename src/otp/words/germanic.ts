// German, Dutch, Swedish, Danish, Norwegian and Icelandic words around codes. Compounds ending in "code" or "kode" announce one.
import type { WordList } from './word-list.ts';

export const german: WordList = {
  strong:
    'bestätigungscode*|verifizierungscode*|sicherheitscode*|einmalcode*|einmal-code*|einmalpasswort*|einmalkennwort*|einmal-passwort|anmeldecode*|anmelde-code|logincode*|login-code|zugangscode*|zugriffscode*|aktivierungscode*|freischaltcode*|aktivierungs-id|aktivierungsschlüssel|freischaltschlüssel|' +
    'prüfcode*|verifikationscode*|authentifizierungscode*|authentisierungscode*|freigabecode*|identifizierungscode*|registrierungscode*|zurücksetzungscode|wiederherstellungscode|mobile tan|mtan|smstan|email-tan|e-mail-tan|pushtan|einmal-pin|einmalpin|bestätigungs-pin|bestätigungs-code|sicherheits-code|zahlencode|stelliger code|stelligen code|stellige code|bestätigungsnummer code|verifizierungs-code|passcode|entsperrcode|transaktionsnummer|kontrollnummer|kontrollcode*|sms-code*|e-mail-code*|mail-code|bestätigungsnummer|bestätigungszahl|prüfziffer|prüfnummer|prüfzahl|einmal-tan|einmal-kennwort|anmeldepin|registrierungs-code|freischalt-code|aktivierungs-pin|aktivierungspin|einmalschlüssel|authentifizierungs-code|zwei-faktor-code|2fa-code|session-tan|itan|login-pin|sicherheitsschlüssel|sicherheitsnummer|ihre tan|deine tan|die tan|folgende tan|diese tan|der tan|tan lautet|tan für|tan zur|tan-nummer|tan-code',
  weak: 'folgende nummer|folgende zahl|ziffern|code|codes|pin|tan|*code|zahlenkombination|ziffernfolge|kennung|diese nummer|diese zahl|diese zahlen|zahlenfolge|zahl|geheimzahl|zeichenfolge|nummer lautet',
  label:
    'bestellnummer|bestell-nr|bestellnr|auftragsnummer|auftrags-nr|rechnungsnummer|rechnungs-nr|rechnung nr|rechnung|kundennummer|kunden-nr|kundennr|sendungsnummer|sendungsverfolgungsnummer|paketnummer|trackingnummer|referenznummer|referenz|vorgangsnummer|ticketnummer|ticket-nr|fallnummer|' +
    'buchungsnummer|buchungscode|reservierungsnummer|vertragsnummer|versicherungsnummer|mitgliedsnummer|matrikelnummer|aktenzeichen|steuernummer|ust-id|ust-idnr|ustid|hrb|hra|kontonummer|iban|bic|blz|bankleitzahl|postleitzahl|plz|gutscheincode|gutschein-code|gutschein|rabattcode|rabatt-code|aktionscode|promocode|einladungscode|' +
    'empfehlungscode|geschenkkarte|fehlercode|qr-code|strichcode|quellcode|telefon|tel|telefonnummer|fax|hotline|rufnummer|mobil|endet auf|endend auf|endziffern|mit den endziffern|kartennummer|seriennummer|artikelnummer|artikel-nr|modellnummer|flugnummer|meeting-id|postfach|ländercode|backup-codes|notfallcodes|wiederherstellungscodes|vorwahl|handelsregister|kennzeichen|bestellung nr|abholcode|wlan-passwort|zählernummer|personalnummer|verwendungszweck|anti-phishing-code|rezeptnummer|belegnummer|transaktions-id|vorgangs-id|deutschlandticket',
  topic:
    'bestellung|auftrag|ticket|buchung|sendung|paket|vorgang|fall|konto|nr|nummer|version|raum|zimmer|flug|jahr|betrag|summe|hallo|liebe|lieber|karte|str|straße|gleis|zug|sitz',
  verb: 'tippt|gebt|schreib|schreiben sie|trag|lies|nimm|nehmen sie|benutze|eingibst|eingeben:|geben sie|gib|eingeben|verwenden sie|verwende|nutzen sie|nutze|benutzen sie|tippen sie|mit|tragen sie|trage|tippe|eintragen|eintippen|übertragen sie|kopieren sie|kopiere|füge|fügen sie|nenne|nennen sie',
  intent:
    'bestätigen|bestätigung|verifizieren|verifizierung|anmelden|anmeldung|einloggen|registrierung|authentifizierung|zwei-faktor|passwort zurücksetzen|gültig|läuft ab|nicht angefordert|niemandem|nicht weiter|identität|zugang|neues gerät|freigabe|freizugeben|aktivieren|sicherheit',
  old: 'altes|verfallen|ungültig|ungültiger|wurde verwendet|bereits verwendet|wurde benutzt|verwendet wurde|ersetzt|letzter|letzten|bisherige|frühere|alte|alter|alten|vorherige|vorheriger|früherer|bisheriger|abgelaufen|nicht mehr gültig|nicht mehr',
  fresh: 'neuer|neue|neuen|neues|aktueller|aktuelle',
  promo:
    'rabattcode|gutscheincode|prozente|warenkorb|schnäppchen|vorteil|gratis|geschenk|jetzt kaufen|nachlass|ermäßigung|bestellwert|mindestbestellwert|rabatt|gutschein|sale|angebot|sparen|prozent|kasse|versandkostenfrei|jetzt shoppen|einlösen|aktion',
};

export const dutch: WordList = {
  strong:
    'verificatiecode*|bevestigingscode*|beveiligingscode*|eenmalige code|eenmalig wachtwoord|eenmalige toegangscode|inlogcode*|toegangscode|activeringscode|activatiecode|controlecode|authenticatiecode|tan-code|herstelcode|cijferige code|aanmeldcode|pincode|validatiecode|verificatie code|eenmalige pincode|eenmalige inlogcode|eenmalige verificatiecode|sms-code*|e-mailcode|registratiecode|identificatiecode|inlog-code|2fa-code|tijdelijke code|unieke code|persoonlijke code|codewoord',
  weak: 'cijfers|code|pin|*code|dit nummer|deze cijfers|getal|cijfercode|cijferreeks|nummer hieronder',
  label:
    'bestelnummer|ordernummer|factuurnummer|factuur|klantnummer|trackingcode|track & trace|track-and-trace|zendingnummer|pakketnummer|referentienummer|referentie|kenmerk|boekingsnummer|reserveringsnummer|boekingscode|kortingscode|actiecode|cadeaubon|cadeaukaart|vouchercode|postcode|telefoon|telefoonnummer|kvk|kvk-nummer|btw|btw-nummer|rekeningnummer|eindigend op|eindigt op|ticketnummer|zaaknummer|dossiernummer|lidnummer|foutcode|back-upcodes|herstelcodes|streepjescode|kenteken|polisnummer|afhaalcode|meternummer|contractnummer',
  topic: 'bestelling|order|pakket|boeking|ticket|nr|nummer|sinds|kamer|vlucht|bedrag|totaal|beste|hallo|kaart',
  verb: 'geef door|schrijf|neem over|gebruikt|vult|voer|vul|gebruik|typ|invoeren|met|toets|tik|plak|kopieer|vul in|voer in|geef',
  intent:
    'verificatie|verifiëren|bevestig|bevestigen|inloggen|aanmelden|registratie|wachtwoord|geldig|verloopt|deel deze code|nooit|niet aangevraagd|identiteit|beveiliging|activeren|toegang',
  old: 'oud|verlopen|ongeldig|gebruikt op|is gebruikt|al gebruikt|vervallen|vervangt|oude|vorige|eerdere|niet meer geldig',
  fresh: 'nieuwe|nieuw|huidige',
  promo:
    'winkelmand|voordeel|cadeau|uitverkoop|bestelling van|koop nu|kortingen|korting|kortingscode|aanbieding|sale|actie|gratis verzending|shop nu|bespaar|cadeaubon',
};

export const nordic: WordList = {
  strong:
    'verifieringskod*|verifikationskod*|bekräftelsekod*|säkerhetskod*|engångskod*|engångslösenord*|inloggningskod*|åtkomstkod|aktiveringskod*|autentiseringskod|siffrig kod|siffriga kod|siffriga koden|kontrollkod|' +
    'verifikationskode*|verificeringskode*|bekræftelseskode*|sikkerhedskode*|engangskode*|engangsadgangskode*|loginkode*|login-kode|adgangskode til|aktiveringskode*|godkendelseskode*|pinkode|cifret kode|cifrede kode|' +
    'bekreftelseskode*|verifiseringskode*|sikkerhetskode*|engangspassord*|innloggingskode*|påloggingskode*|tilgangskode*|autentiseringskode*|sifret kode|sifrede koden|sifrede kode|kontrollkode|' +
    'staðfestingarkóði*|öryggiskóði*|engangs-kode|engangs-pin|sms-kode|valideringskode|valideringskod|godkjenningskode|bekræftelseskoden|engångs-kod|sms-kod|e-postkod|mejlkod|tillfällig kod|identifieringskod|legitimeringskod|engangskod|midlertidig kode|midlertidig pinkode|e-mailkode|bekreftelseskoden|bekræftelseskode|engangskoden|engangs pin|pin-kode',
  weak: 'siffror|siffrorna|kod|koden|kode|koder|*kod|*koden|*kode|pinkod|kóði*|kóðinn|pin|tallet|tallene|numret|nummeret|siffrene|sifrene|tallkoden|sifferkod|cifre|cifrene|ciffer',
  label:
    'ordernummer|ordernr|order nr|beställningsnummer|fakturanummer|faktura|kundnummer|kundnr|spårningsnummer|kollinummer|paketnummer|referensnummer|referens|ärendenummer|bokningsnummer|bokningskod|rabattkod*|kampanjkod|presentkort|presentkortskod|värdekod|postnummer|telefon|tel|tfn|organisationsnummer|org.nr|org nr|orgnr|org.nummer|medlemsnummer|kontonummer|slutar på|slutar med|streckkod|felkod|återställningskoder|reservkoder|värvningskod|' +
    'ordrenummer|ordrenr|bestillingsnummer|fakturanr|kundenummer|sporingsnummer|pakkenummer|trackingnummer|referencenummer|reference|referansenummer|referanse|sagsnummer|saksnummer|bookingnummer|bookingkode|bestillingsnr|reservationsnummer|rabatkode*|rabattkode*|kampagnekode|kampanjekode|gavekort|postnr|cvr|cvr-nr|tlf|telefonnummer|medlemsnr|ender på|slutter på|endelse|strekkode|stregkode|feilkode|fejlkode|gjenopprettingskoder|gendannelseskoder|backupkoder|reservekoder|landskod|landekode|hentekode|afhentningskode|utlämningskod|kvittonummer|regnr',
  topic:
    'order|ordre|beställning|bestilling|paket|pakke|bokning|ärende|sag|sak|nr|nummer|rum|rom|flyg|fly|belopp|beløb|beløp|totalt|sum|hej|hei|kort',
  verb: 'fyll|skriva|ange koden|indtaste|intaste|skrive|tast koden|bruke|taste|ange|skriv in|använd|mata in|indtast|brug|skriv|bruk|tast inn|oppgi|angi|sláðu inn|notaðu|tast|tast ind|knappa in|slå in|fyll i|fyll inn|udfyld|indsæt|kopier|kopiera|klistra in|lim inn|sett inn|anvend|benytt|mata',
  intent:
    'verifiera|bekräfta|logga in|inloggning|registrering|lösenord|giltig|giltigt|gäller i|dela inte|bekræft|log ind|logge ind|login|adgangskode|gyldig|udløber|del ikke|bekreft|logge inn|innlogging|pålogging|passord|utløper|ikke del|identitet|säkerhet|sikkerhed|sikkerhet|aktivera|aktiver|verificer|verifiser',
  old: 'gammel|gammelt|ogiltig|ugyldig|förfallen|redan använd|brukt|er brukt|allerede brugt|brugt|ersätter|erstatter|gammal|gamla|tidigare|föregående|utgången|gamle|forrige|tidligere|udløbet|utløpt|gäller inte längre|gælder ikke længere|gjelder ikke lenger',
  fresh: 'ny|nya|nye|aktuell|aktuel',
  promo:
    'varukorg|kassan|gratis frakt|handlekurv|indkøbskurv|tilbudskode|medlemsrabatt|rabatter|köp nu|køb nu|kjøp nå|gåva|gave|rabatt|rabat|rabattkod|erbjudande|rea|tilbud|udsalg|salg|fri frakt|gratis fragt|presentkort|gavekort|spara|spar|handla nu',
};
