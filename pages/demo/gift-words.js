// The texts around the gift card, in the shop's languages. The template has the card's own texts.

const KEYS = ['heading', 'text', 'issue', 'add', 'honest', 'none', 'toast', 'use', 'lost', 'found', 'other', 'void', 'now']

const LANGUAGES = {
  en: ['A gift card in Wallet', 'One press issues a card and its pass. Pay with the card, and the pass shows the new balance without a reload.', 'Issue a card of {amount}', 'Add to Apple Wallet',
    'A phone accepts only passes that are signed with a certificate from Apple. This demo uses its own certificate, so a phone rejects the file. Everything else works as in production.', 'This shop cannot issue cards: it has no pass type with a certificate yet. docs/api/passes.md explains how to add one.',
    'Avocado toast, {amount}', 'Pay with this card', 'Report the card lost', 'The card is found', 'Issue another card', 'Void', 'now'],
  fr: ['Une carte cadeau dans Wallet', 'Un clic émet une carte et le pass qui la suit. Payez avec elle, et le pass change de lui-même : rien n’est rechargé.', 'Émettre une carte de {amount}', 'Ajouter à Apple Wallet',
    'Un téléphone accepte un pass signé par un certificat d’Apple. Celui de cette démo est fait maison : un téléphone refuse donc le fichier ; tout le reste est comme en vrai.', 'Aucune carte ne peut être émise ici : la boutique de ce serveur n’a pas encore de type de pass avec un certificat. docs/api/passes.md dit comment l’obtenir.',
    'Tartine à l’avocat, {amount}', 'Payer avec cette carte', 'Déclarer la carte perdue', 'La carte est retrouvée', 'Émettre une autre carte', 'Annulée', 'maintenant'],
  de: ['Eine Geschenkkarte in Wallet', 'Ein Druck gibt eine Karte aus und den Pass, der ihr folgt. Bezahl mit ihr, und der Pass ändert sich von selbst: niemand lädt etwas neu.', 'Karte über {amount} ausgeben', 'Zu Apple Wallet hinzufügen',
    'Ein Telefon nimmt einen Pass, den ein Zertifikat von Apple unterschrieben hat. Das dieser Demo ist selbst gemacht, darum weist ein Telefon die Datei ab; alles andere ist, wie es sein wird.', 'Hier kann keine Karte ausgegeben werden: der Laden dieses Servers hat noch keinen Passtyp mit Zertifikat. docs/api/passes.md sagt, wie er einen bekommt.',
    'Avocado-Toast, {amount}', 'Mit dieser Karte bezahlen', 'Karte als verloren melden', 'Die Karte ist gefunden', 'Andere Karte ausgeben', 'Ungültig', 'jetzt'],
  es: ['Una tarjeta regalo en Wallet', 'Un clic emite una tarjeta y el pase que la sigue. Paga con ella y el pase cambia solo: nadie recarga nada.', 'Emitir una tarjeta de {amount}', 'Añadir a Apple Wallet',
    'Un teléfono acepta un pase firmado con un certificado de Apple. El de esta demo es propio, así que un teléfono rechaza el archivo; todo lo demás es como será.', 'Aquí no se puede emitir ninguna tarjeta: la tienda de este servidor aún no tiene un tipo de pase con certificado. docs/api/passes.md dice cómo conseguirlo.',
    'Tostada de aguacate, {amount}', 'Pagar con esta tarjeta', 'Dar la tarjeta por perdida', 'La tarjeta ha aparecido', 'Emitir otra tarjeta', 'Anulada', 'ahora'],
  it: ['Una carta regalo in Wallet', 'Un clic emette una carta e il pass che la segue. Paga con la carta e il pass cambia da solo: nessuno ricarica nulla.', 'Emetti una carta da {amount}', 'Aggiungi ad Apple Wallet',
    'Un telefono accetta un pass firmato da un certificato di Apple. Quello di questa demo è fatto in casa, perciò un telefono rifiuta il file; tutto il resto è come sarà.', 'Qui non si può emettere alcuna carta: il negozio di questo server non ha ancora un tipo di pass con un certificato. docs/api/passes.md dice come averlo.',
    'Toast all’avocado, {amount}', 'Paga con questa carta', 'Segnala la carta smarrita', 'La carta è ritrovata', 'Emetti un’altra carta', 'Annullata', 'adesso'],
  pt: ['Um vale-presente na Wallet', 'Um clique emite um vale e o passe que o segue. Pague com ele e o passe muda sozinho: ninguém recarrega nada.', 'Emitir um vale de {amount}', 'Adicionar à Apple Wallet',
    'Um telefone aceita um passe assinado por um certificado da Apple. O desta demo é próprio, por isso um telefone recusa o arquivo; tudo o mais é como será.', 'Nenhum vale pode ser emitido aqui: a loja deste servidor ainda não tem um tipo de passe com certificado. docs/api/passes.md diz como obtê-lo.',
    'Torrada de abacate, {amount}', 'Pagar com este vale', 'Declarar o vale perdido', 'O vale foi encontrado', 'Emitir outro vale', 'Anulado', 'agora'],
  nl: ['Een cadeaukaart in Wallet', 'Eén druk geeft een kaart uit en de pas die haar volgt. Betaal ermee, en de pas verandert vanzelf: niemand herlaadt iets.', 'Kaart van {amount} uitgeven', 'Voeg toe aan Apple Wallet',
    'Een telefoon neemt een pas aan die door een certificaat van Apple is ondertekend. Dat van deze demo is zelfgemaakt, dus weigert een telefoon het bestand; al het andere is zoals het zal zijn.', 'Hier kan geen kaart worden uitgegeven: de winkel van deze server heeft nog geen pastype met certificaat. docs/api/passes.md zegt hoe hij er een krijgt.',
    'Avocadotoast, {amount}', 'Met deze kaart betalen', 'Kaart als verloren melden', 'De kaart is gevonden', 'Andere kaart uitgeven', 'Ongeldig', 'nu'],
  ja: ['Wallet のギフトカード', 'ボタンひとつで、カードとそれに連動するパスを発行します。カードで支払うと、再読み込みなしでパスが自動的に変わります。', '{amount} のカードを発行する', 'Apple Wallet に追加',
    'iPhone が受け取るのは、Apple の証明書で署名されたパスだけです。このデモの証明書は自作のため、iPhone はこのファイルを受け取りません。それ以外は本番と同じです。', 'ここではカードを発行できません。このサーバーの店には、証明書のあるパスタイプがまだありません。入手方法は docs/api/passes.md にあります。',
    'アボカドトースト {amount}', 'このカードで支払う', 'カードの紛失を届け出る', 'カードが見つかった', '別のカードを発行する', '無効', '今'],
  'zh-Hans': ['Wallet 中的礼品卡', '按一下即可发行一张卡和随之变化的票券。用卡付款，票券会自行更新，无需重新载入。', '发行 {amount} 的礼品卡', '添加到 Apple Wallet',
    '手机只接受由 Apple 证书签名的票券。本演示的证书是自制的，因此手机会拒绝该文件；其余一切与实际相同。', '此处无法发行礼品卡：本服务器的商店还没有带证书的票券类型。获取方法见 docs/api/passes.md。',
    '牛油果吐司，{amount}', '用此卡付款', '挂失此卡', '卡已找到', '另发一张卡', '已作废', '现在'],
  'zh-Hant': ['Wallet 中的禮物卡', '按一下即可發行一張卡和隨之變化的票券。用卡付款，票券會自行更新，無需重新載入。', '發行 {amount} 的禮物卡', '加入 Apple Wallet',
    '手機只接受由 Apple 憑證簽署的票券。本示範的憑證是自製的，因此手機會拒絕該檔案；其餘一切與實際相同。', '此處無法發行禮物卡：本伺服器的商店還沒有帶憑證的票券類型。取得方法見 docs/api/passes.md。',
    '酪梨吐司，{amount}', '用此卡付款', '掛失此卡', '卡已找到', '另發一張卡', '已作廢', '現在'],
  ko: ['Wallet의 기프트 카드', '한 번 누르면 카드와 카드를 따라가는 패스가 발급됩니다. 카드로 결제하면 새로 고침 없이 패스가 저절로 바뀝니다.', '{amount} 카드 발급', 'Apple Wallet에 추가',
    '휴대폰은 Apple의 인증서로 서명된 패스만 받습니다. 이 데모의 인증서는 자체 제작이므로 휴대폰이 파일을 거부합니다. 나머지는 실제와 같습니다.', '여기서는 카드를 발급할 수 없습니다. 이 서버의 상점에는 인증서가 있는 패스 유형이 아직 없습니다. 받는 방법은 docs/api/passes.md에 있습니다.',
    '아보카도 토스트, {amount}', '이 카드로 결제', '카드 분실 신고', '카드를 찾았음', '다른 카드 발급', '무효', '지금'],
}

/** The scene in one language. */
export function giftIn(tag) {
  const texts = LANGUAGES[tag] ?? LANGUAGES.en
  return Object.fromEntries(KEYS.map((key, place) => [key, texts[place]]))
}
