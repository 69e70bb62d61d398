// English words around codes.
import { pairs, type WordList } from './word-list.ts';

export const english: WordList = {
  strong:
    'verification code|verification codes|verification pin|verification number|verification token|confirmation code|confirmation pin|confirm code|' +
    'security code|security pin|security token|authentication code|authentication number|authenticator code|auth code|authorization code|authorisation code|' +
    'login code|log-in code|log in code|login pin|login token|sign-in code|sign in code|signin code|sign-on code|signup code|sign-up code|sign up code|' +
    'access code|access pin|one-time code|one time code|onetime code|one-time password|one time password|one-time passcode|one time passcode|one-time pin|' +
    'one time pin|one-time access code|one-time security code|one-time verification code|one-time login code|one-time passwords|otp|otp code|otp pin|passcode|pass code|pass-code|2fa code|mfa code|' +
    'two-factor code|two factor code|2-step code|two-step code|temporary code|temporary pin|temp code|temporary login code|temporary passcode|activation code|' +
    'activation pin|validation code|unlock code|guard code|identification code|reset code|recovery code|registration code|device code|digit code|digit pin|' +
    'digit number|digit passcode|digit verification|character code|single-use code|single use code|magic code|sms code|email code|e-mail code|signing code|approval code|tac|mtan|' +
    'transaction pin|secure code|secret code|login verification|challenge code|pairing code|entry code|id code|proof code|password code|verification key|email verification code|email pin|mobile verification code|' +
    'account code|confirmation key|digits below|following digits|following characters|' +
    pairs(
      'verification|confirmation|security|authentication|authenticator|auth|authorization|authorisation|login|log-in|log in|sign-in|sign in|signin|sign-on|signup|sign-up|sign up|' +
        'access|one-time|one time|onetime|single-use|single use|temporary|temp|activation|validation|identity|identification|two-factor|two factor|2-factor|2fa|mfa|multi-factor|two-step|2-step|' +
        'unlock|reset|password reset|account recovery|registration|enrollment|enrolment|approval|email|e-mail|account verification|identity verification|email confirmation|device verification|login verification|sign-in verification|payment verification|dynamic|secure access',
      'code|pin|pin code|passcode|pass code|otp',
    ),
  weak: 'code|codes|pin|token|c0de|vcode|numeric key|login key|passkey code|digits|following number|number below|this number|these numbers|these digits|number above|digits above|the numbers below|characters below|6 digits|six digits|4 digits|four digits|your number',
  label:
    'order number|order no|order id|order code|order ref|order reference|order #|order confirmation|purchase order|po number|invoice number|invoice no|invoice id|invoice|' +
    'receipt number|receipt no|tracking number|tracking no|tracking id|tracking code|tracking #|shipment number|parcel number|waybill|airway bill|consignment number|' +
    'reference number|reference code|reference no|reference id|reference|ref|ref no|ref code|ref id|ref number|booking reference|booking code|booking number|booking id|booking ref|' +
    'reservation code|reservation number|reservation id|record locator|pnr|confirmation number|confirmation no|confirmation #|confirmation id|case number|case id|case no|ticket number|ticket no|' +
    'ticket id|ticket code|ticket #|incident number|incident id|account number|account no|account id|acct no|acct|customer number|customer id|customer no|customer code|client id|client number|member number|member id|' +
    'membership number|membership id|membership no|user id|userid|user number|username|login id|student id|student number|employee id|employee number|staff id|patient id|patient number|mrn|loyalty number|rewards number|frequent flyer|' +
    'zip code|zipcode|postal code|postcode|post code|promo code|promotion code|promotional code|promocode|discount code|coupon code|coupon|voucher code|voucher|voucher number|offer code|' +
    'gift card|gift card code|gift card number|gift card pin|gift code|giftcode|e-gift|claim code|redeem code|redemption code|referral code|refer code|invite code|invitation code|affiliate code|creator code|friend code|partner code|' +
    'error code|status code|exit code|reason code|response code|country code|area code|dial code|dialing code|dialling code|swift code|sort code|bank code|branch code|ifsc|ifsc code|iban|bic|routing number|' +
    'tax code|tax id|tax number|vat|vat number|vat no|vat id|vat reg|company no|company number|company registration|registered number|registration number|registration no|reg no|license key|licence key|license number|license plate|serial number|serial no|' +
    'serial|product key|product code|product id|item number|item code|item no|sku|model number|part number|article number|isbn|issn|barcode|bar code|qr code|qrcode|meeting id|meeting number|meeting code|meeting passcode|meeting password|webinar id|conference id|' +
    'conference code|participant code|participant pin|host key|session id|request id|message id|transaction id|transaction number|transaction no|transaction code|transaction ref|transaction reference|payment id|payment number|payment reference|subscription id|subscription number|' +
    'subscriber id|policy number|policy no|claim number|quote number|application number|application id|permit number|docket number|flight number|seat number|room number|gate number|build number|version number|port number|batch number|lot number|' +
    'po box|p.o. box|pmb|imei|device id|ending in|ending with|ending|ends in|ends with|last four|last four digits|last 4 digits|last 4|card number|card no|anti-phishing code|anti phishing code|antiphishing code|phishing code|' +
    'backup code|backup codes|back-up codes|recovery codes|recovery keys|emergency codes|scratch codes|wifi password|wi-fi password|network password|door code|gate code|alarm code|building code|lockbox code|key box code|dress code|color code|colour code|source code|code of conduct|code of ethics|morse code|' +
    'code review|code editor|code snippet|codes of practice|genetic code|cheat code|copyright|ip address|phone number|phone no|mobile number|mobile no|cell number|telephone|tel|fax|fax number|hotline|helpline|toll-free|toll free|contact number|' +
    'short code|shortcode|pickup code|pick-up code|collection code|locker code|locker pin|delivery id|vehicle number|plate number|campaign id|survey code|entry number|raffle number|ticket numbers|winning numbers|course code|subject code|job id|job code|job reference|requisition id|merchant id|terminal id|store number|store code|event id|event code|commit|sha|checksum|contract number|agreement number|file number|unsubscribe code|id number|passport number|national id|ssn|social security number|stock code|ticker|bill number|meter number|property id|listing id|unit number|dial-in|one tap mobile|uid|guid|uuid|nmls|bill no|abn|acn|gstin',
  topic:
    'report|episode|incident|problem|docket|order|orders|ticket|case|booking|reservation|shipment|parcel|package|receipt|purchase|payment|transaction|transfer|bill|statement|quote|claim|policy|issue|pull request|pr|bug|build|release|version|ver|job|task|' +
    'request|flight|train|room|seat|gate|platform|suite|ste|apt|apartment|unit|floor|port|model|item|lot|batch|box|street|id|no|nr|number|num|call|phone|mobile|cell|ext|extension|page|section|article|act|chapter|total|' +
    'amount|balance|price|subtotal|points|miles|score|level|year|account|acc|user|member|customer|hello|hi|dear|hey|windows|office|iso|rfc|error|http|delivery|load|vehicle|bus|route|highway|hwy|card|visa|mastercard|amex|iphone|galaxy|season|episode|series|volume|vol|issue|edition|driver|device|build|node|chrome|firefox|safari|android|ios|zip|fund|file|contract|record|referral|student|survey|event|meeting|project|product|ref:',
  verb: 'enter|entering|use|using|type|typing|input|provide|submit|insert|paste|copy|reply with|respond with|key in|enter this|with|tap in|punch in|put in|fill in|quote|send back|give',
  intent:
    'one more step|almost there|is yours|make sure|welcome to|verify|verification|verifying|confirm your|confirm that|confirm it|confirm this|to confirm|confirming|sign in|sign-in|signing in|signin|log in|log-in|login|logging in|log into|sign into|sign up|sign-up|signup|authenticate|authentication|two-factor|2fa|mfa|two-step|' +
    "2-step|multi-factor|identity|it's you|it is you|is you|new device|unrecognized|unrecognised|reset your password|password reset|didn't request|did not request|didn’t request|didn't make this request|did not make this request|didn't try|did not try|don't share|do not share|never share|don’t share|not share|" +
    'expires in|will expire|valid for|expire in|expires after|expires at|activate|activation|registration|register|registering|create your account|complete your|finish signing|finish setting|your account|access your|to access|to continue|to proceed|this code|ignore this email|ignore this message|authorize|authorise|approve|one-time|onetime|one time|security|temporary|unlock|prove|let you in|get you in|logged in|signed in|sign on|log on|logon|passwordless|expires|expire|re-enter|linking|link your|join us|onboarding|new login|new sign-in|login attempt|login request|sign-in attempt|unusual|suspicious|trusted device',
  old: 'old|older|previous|previously|earlier|expired|no longer|outdated|replaced|replaces|superseded|instead of|ignore the|discard|disregard|cancelled|canceled|former|yesterday',
  fresh: 'new|newest|latest|current|updated|fresh|now use',
  promo:
    'discount|*% off|percent off|sale|checkout|coupon|promo|promo code|voucher|save up|save an|savings|free shipping|shop now|deal|deals|offer ends|special offer|exclusive offer|off your|off everything|gift card|redeem|black friday|cyber monday|refer a friend|referral|invite friends|clearance|limited time|terms apply|while supplies last',
};
