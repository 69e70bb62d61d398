// What a mail can be about when it is not about signing in: there, "code", "PIN" or "passcode" mean something else.

export const scenes = {
  meeting:
    'meeting id|webinar id|conference id|join meeting|join the meeting|join zoom meeting|join our meeting|join teams meeting|dial-in|one tap mobile|id cuộc họp|会议号|會議號|ミーティングid|ミーティング id|会議id|会議 id|회의 id|회의id|meeting-id|id de la reunión|id da reunião|id réunion|id de réunion|id riunione',
  giftCard:
    'gift card|giftcard|gift cards|e-gift card|geschenkkarte*|carte cadeau|carte-cadeau|tarjeta regalo|tarjeta de regalo|cartão presente|cartão-presente|vale-presente|carta regalo|cadeaukaart|cadeaubon|presentkort*|gavekort*|karta podarunkowa|karty podarunkowej|thẻ quà tặng|礼品卡|禮品卡|ギフトカード|ギフト券|상품권|기프트카드|기프트 카드|hediye kartı|подарочная карта|подарочный сертификат',
  travel:
    'flight|flights|itinerary|boarding|check-in|passenger|passengers|departs|departure|hotel|reservation|booking|vuelo|flug|flugnummer|volo|voo|chuyến bay|航班|フライト|항공편|vlucht|uçuş|рейс',
  software:
    'commented on|stacktrace|traceback|reproduced|repro steps|steps to reproduce|sprint|changelog|release notes|pull request|merge request|file changed|files changed|stack trace|code review|code reviewer|source code',
};
