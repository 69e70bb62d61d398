// What stands on the slip of a card terminal, in many languages: names of its numbers, and words that tell a slip from other mail.
import { MONEY } from './everyday.ts';

/** Numbers of a card payment; none of them is ever typed by the buyer. */
export const slipNumbers =
  'rrn|nsu|tvr|trace no|trace number|auth no|auth number|auth. no|authorization number|authorisation number|authorization no|authorisation no|approval no|approval number|appr no|appr code|terminal no|terminal number|merchant no|merchant number|batch no|voucher no|slip no|retrieval reference|' +
  'mã chuẩn chi|số chuẩn chi|mã cấp phép|mã thiết bị (tid)|mã đơn vị|mã đvcnt|số lô|số trace|mã máy|số máy pos|' +
  'ta-nr|ta-nummer|bnr|beleg-nr|belegnr|genehmigungs-nr|genehmigungsnummer|terminal-id|terminalnummer|vu-nummer|as-proc-code|autorisierungsnummer|autorisatienummer|terminalnr|kontrollnr|medgivande|' +
  'no auto|n° auto|numéro d’autorisation|n° d’autorisation|no autorisation|n° terminal|n° commerçant|n° de remise|número de autorización|nro. de autorización|nro de autorización|n.º de autorização|número de autorização|nro. de cupón|nro de cupón|cupón|lote|código de comercio|código do estabelecimento|numero autorizzazione|n. autorizzazione|nr autorizare|' +
  'nr terminala|nr autoryzacji|numer autoryzacji|nr transakcji|číslo terminálu|číslo autorizace|терминал|номер терминала|номер операции|код терминала|ссылка операции|номер ссылки|номер термінала|' +
  'provizyon kodu|provizyon no|provizyon numarası|onay no|işyeri no|terminal no|batch no|nomor otorisasi|no. terminal|no terminal|kod kelulusan|no kelulusan|' +
  '终端号|终端编号|商户号|批次号|凭证号|参考号|流水号|交易号|終端機編號|端末番号|加盟店番号|伝票番号|승인번호|단말기번호|가맹점번호|전표번호|เลขที่อนุมัติ|หมายเลขเครื่อง|αριθμός έγκρισης|αριθμός τερματικού|رقم الموافقة|رقم الجهاز|מספר אישור|מספר מסוף';

export const SLIP =
  /\b(?:tid:? ?\d|mid:? ?\d|rrn|stan|aid|eftpos|pos|contactless|kontaktlos|terminal|terminál|batch|subtotal|approved|auth|customer copy|merchant copy|cardholder|girocard|chip)\b|sans contact|carte bancaire|[*•x#]{4,} ?\d{4}|\d{4}[*•x]{4,}|ending(?: in)? \d{4}|\*{4}|chuẩn chi|số lô|терминал|кассов|чек|paragon|终端|商户|刷卡|凭证|端末|加盟店|ご利用明細|カード決済|단말|가맹점|승인금액|provizyon|taksit|comercio|estabelecimento|lote\b/;

/** What the paper itself is called, or what only a payment at a till has. */
export const RECEIPT = new RegExp(
  '\\breceipts?\\b|e-?receipt|contactless|\\bbeleg\\b|kassenbon|quittung|kontaktlos|kassabon|kvitto|kvittering|kuitti|reçu|sans contact|ticket de caisse|comprobante|\\brecibo|scontrino|ricevuta|comprovante|\\bbon fiscal|paragon|účtenk|bloček|чек|квитанц|касов|nyugta|bizonylat|\\bfiş|απόδειξη|קבלה|إيصال|रसीद|রসিদ|struk|resit|ใบเสร็จ|สลิป|biên lai|biên nhận|hóa đơn|hoá đơn|小票|收据|收據|签购单|レシート|領収|ご利用明細|カード決済|영수증|전표'.normalize(
    'NFC',
  ),
);

/** Money, also with the currency before it or with nothing but two decimals. */
export const AMOUNT = new RegExp(
  `${MONEY.source}|(?:usd|eur|gbp|vnd|rmb|cny|jpy|krw|pln|rs|rp|rm|chf|aud|cad|sgd)\\.? ?\\d|\\d[.,]\\d\\d(?!\\d)`,
  'u',
);
