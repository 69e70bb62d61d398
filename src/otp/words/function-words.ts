// Small words that stand before a value without naming it, in every language that writes spaces: articles, prepositions, "is", "here". A word
// before a number that is none of these names the number: "application 77120934", "Gym 0417".

export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'pada dalam trong nella sulla nello when where wherever once if wenn wo sobald falls quand lorsque où si cuando donde quando onde dove als waar när där når hvor kun jossa gdy gdzie jeśli když kde keď если когда где коли де якщо kada gdje kjer ha amikor ahol nếu khi để einfach kurz schnell dort inn ind ein bara bare blot kun enkelt gewoon even simplement juste simplemente solo apenas basta semplicemente soltanto doar pur simplu po prostu tylko jednoduše jednoducho pouze prosto просто лишь только samo vain ainult csak sadece yalnızca saja cukup chỉ cần ngay into onto inside is are was be as the a an and or with by of in on at for to from via through this that these those it its here there now today then so only just please again simply either me you us code pin otp password number below above following ' +
    'ist sind lautet war der die das den dem ein eine einen und oder mit bei von zu zum zur für im am auf hier jetzt bitte dann nur so dieser diese dieses diesen ' +
    'is zijn de het een en of met bij van voor op in hier nu dan deze dit er är og och eller med fra från til till på i av af her här nu nå dette denne detta ' +
    'est sont le la les un une des du de et ou avec par pour sur dans à au aux ici voici ce cet cette ces puis alors svp ' +
    'es son el los las unos y o con por para en al del aquí este esta estos estas e é são o os as um uma com por para em no na nos nas ao aqui este esta isto ' +
    'è sono il lo gli i uno di da con per su nel nella al allo ecco questo questa questi qui ed e este sunt un o cu la pe în din și sau pentru aici acest această ' +
    'to jest są i lub z ze w na do od dla oto tu ten ta te je jsou a nebo s se v ve na do od pro tady zde tento toto sú alebo so pre tu ' +
    'это и или с со в на к по для вот тут здесь це та або з із у до від для ось тут е са и или с в на от за ето je su i ili sa s u na od za evo ovo te ta je in ali z v na od za tukaj to ' +
    'on ovat ja tai tässä tämä se ja on või siin see az ez egy és vagy a itt íme ve veya ile için bu şu burada işte ' +
    'είναι το η ο τα και ή με από για σε στο στη αυτό αυτός εδώ هو هي من في على إلى أو و مع هذا هذه هنا הוא היא את של עם או זה זו כאן ' +
    'है का की के में से और या यह adalah ialah dan atau dengan di ke dari untuk ini itu yaitu berikut yra ir arba su iš į čia tai ir un vai ar no uz šis šeit ay ang ng sa at o ito na ni kwa la ' +
    'là la và hoặc với bằng của cho từ vào ở tại này đó đây sau dưới gồm như sau là: nhập dùng gõ mã'
  ).split(' '),
);
