// What public offices, universities and shops issue on paper, in many languages at once: a code named after one of these proves that it is
// genuine, and signs nobody in.

const ISSUED =
  'documents?|certificate|receipt|diploma|transcript|attestation|invoice|statement|permit|' +
  'documentos?|certificado|justificante|comprobante|título|factura|recibo|resguardo|acuse|comprovativo|comprovante|certidão|declaração|fatura|nota fiscal|boletim|histórico escolar|' +
  'certificat|justificatif|diplôme|reçu|quittance|facture|bulletin|acte|relevé|certificato|attestato|ricevuta|fattura|attestazione|visura|dichiarazione|documentului|certificatului|adeverinței|facturii|chitanței|diplomei|' +
  'bescheinigung|zertifikate?s?|dokumente?s?|urkunde|zeugnisses|belege?s|bescheide?s|rechnung|nachweises|certificaat|verklaring|uittreksel|factuur|intyget|certifikate?t?|dokumentet|kvittot|beviset|attesten|' +
  'dokumentu|zaświadczenia|certyfikatu|dyplomu|faktury|potvrzení|osvědčení|dokladu|potvrdenia|osvedčenia|listiny|документа|документу|справки|сертификата|свидетельства|диплома|квитанции|выписки|чека|довідки|витягу|удостоверението|' +
  'dokumenta|potvrde|uvjerenja|certifikata|potrdila|εγγράφου|πιστοποιητικού|βεβαίωσης|المستند|الوثيقة|الشهادة|سند|مدرک|گواهی|המסמך|התעודה|dokumen|sertifikat|ijazah|kuitansi|sijil|resit|' +
  'tài liệu|văn bản|chứng chỉ|chứng nhận|giấy chứng nhận|chứng thư|văn bằng|hóa đơn|hoá đơn|biên lai|bảng điểm';

const NAMING_FIRST =
  'documents?|certificate|receipt|diploma|transcript|attestation|invoice|dokument|dokumenten|zertifikats|urkunden|beleg|bescheinigungs|certificaat|intygs|certifikat|todistuksen|asiakirjan|belge|belgenin|sertifika|makbuz|fatura|okirat|dokumentum|igazolás|tanúsítvány|pažymos|dokumento|dokumenta|izziņas|tõendi|dokumendi|प्रमाणपत्र|प्रमाण पत्र|दस्तावेज़';

const OF =
  '(?:of|for|on|do|da|dos|del|de|du|des|di|della|der|för|av|af|voor|van|für|untuk|за|для|за|του|της|של|la|le|el|il|the|this|your|die|das|den|sua|seu|su|votre|của|ihrer|ihres|dieses|dieser|het|de la|an)';

const GENUINE =
  'authenticity|genuine|autenticidade?|autenticità|authenticité|autenticit|echtheit|autentyczno|autentičn|pravost|подлинност|справжн|автентичн|достоверност|tính xác thực|tính hợp lệ|özgünlü|gerçekliğ|keaslian|ketulenan|aitous|äkthet|ægthed|ekthet|hitelesség|γνησιότητ|صحة|אמיתות';

/** What a code that proves something is called; one that gives access to a document is the reader's own. */
export const CHECKS = new RegExp(
  'verif|vérif|valid|authent|auten|kontrol|control|prüf|segur|sicher|xác|kiểm tra|check|провер|подтвер|перевір|підтвер|weryf|potwierd|ověř|overov|ellenőrz|hiteles|vahvist|tarkist|doğrula|onay|επαλήθ|تحقق|אימות|pengesahan|सत्यापन|验证|驗證|校验|核验|确认|確認|検証|照合|認証|확인|검증|인증|ตรวจสอบ|ยืนยัน|tikrin|patvirt|pārbaud|apstipr|kinnit|potvr|potrd'.normalize(
    'NFC',
  ),
);

/** "… of the certificate:", right behind the word that announces. */
export const DOCUMENT_BEHIND = new RegExp(
  `^ (?:${OF} ){0,2}(?:d['’]|dell['’]|de l['’]|l['’]|un['’])?(?:${ISSUED})(?=$|[^\\p{L}])`.normalize('NFC'),
  'u',
);

/** "Certificate …", right before it. */
export const DOCUMENT_BEFORE = new RegExp(
  `(?:(?:^|[^\\p{L}])(?:${NAMING_FIRST})[ -]?|证书|證書|文档|文件|发票|發票|証明書|領収書|문서|증명서|성적증명서|영수증|เอกสาร|ใบรับรอง) ?の?$`.normalize(
    'NFC',
  ),
  'u',
);

/** "Anyone can verify the certificate": what is checked is the paper. */
export const CHECKED_DOCUMENT = new RegExp(
  `(?:^|[^\\p{L}])(?:verify|check|validate|prüfen|verifizieren|vérifier|contrôler|verificar|comprobar|validar|verificare|controllare|controleren|verifiera|kontrollera|bekræfte|zweryfikować|sprawdzić|ověřit|overiť|проверить|перевірити|ellenőriz\\p{L}*|tarkistaa|kiểm tra|xác minh|tra cứu|memverifikasi) (?:${OF} ){0,3}(?:${ISSUED})(?=$|[^\\p{L}])`.normalize(
    'NFC',
  ),
  'u',
);

/** "The authenticity of the document can be checked": whichever comes first. */
export const AUTHENTIC_DOCUMENT = new RegExp(
  `(?:${GENUINE})[^.!?\\n]{0,40}[^\\p{L}](?:${ISSUED})(?=$|[^\\p{L}])|(?:^|[^\\p{L}])(?:${ISSUED}|${NAMING_FIRST})(?=[^\\p{L}])[^.!?\\n]{0,60}(?:${GENUINE})|(?:证书|證書|文件|文书|发票)[^。\\n]{0,12}真[伪偽]|(?:証明書|文書)[^。\\n]{0,12}真[正偽]|(?:문서|증명서)[^.\\n]{0,12}진위`.normalize(
    'NFC',
  ),
  'u',
);
