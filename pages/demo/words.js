// The shop's texts in the sheet's languages: the frame of the page, then each scene's title,
// heading and text. The club's scene loads its own file.

const FRAME = ['test', 'skip', 'language', 'scenes', 'happens', 'quiet', 'timeline', 'thanks', 'code', 'keep', 'kept', 'tip', 'noTip', 'about', 'open', 'use']

const LANGUAGES = {
  en: ['English',
    ['A test shop: no money moves.', 'Skip to the shop', 'Language', 'Scenes', 'What happens', 'Each request and its response, live.', 'Timeline of the checkout', 'Thank you. {amount} is paid.', 'Your gift card:', 'Keep my details for next time', 'We will remember you.', 'Tip', 'No tip', 'about {amount}', 'Open the invoice', 'Use it for breakfast'],
    { toast: ['One thing', 'Avocado toast', 'Sourdough, half an avocado, lemon, chilli. Straight from its page: no cart, no account, no form.'],
      cart: ['Cart and delivery', 'Breakfast for two', 'Two toasts, granola and a jar of honey, delivered. The code TOAST10 takes ten percent off, and a gift card pays what it can.'],
      card: ['Gift card', 'A gift card for a friend', 'The code appears after the payment. Use it for breakfast: it pays as much as it can, and the card pays the rest.'],
      ride: ['Ride with a tip', 'A ride to the bakery', 'The fare is known at the end of the ride, so its line is pending. The tip is yours to choose.'],
      donation: ['Donation', 'Trees for the orchard', 'No address, no name, no e-mail: the sheet asks for nothing that a donation does not need.'],
      invoice: ['Invoice', 'Invoice 2041, as a link', 'A page where any person with the link can pay. Open it and pay: this page shows the payment.'],
      club: ['Subscription'], wallet: ['In Wallet'] }],
  fr: ['Français',
    ['Une boutique d’essai : sans argent.', 'Aller à la boutique', 'Langue', 'Scènes', 'Ce qui se passe', 'Chaque requête et sa réponse, en direct.', 'Déroulement du paiement', 'Merci. {amount} ont été payés.', 'Votre carte cadeau :', 'Garder mes coordonnées', 'Nous nous souviendrons de vous.', 'Pourboire', 'Sans pourboire', 'environ {amount}', 'Ouvrir la facture', 'L’utiliser pour le petit-déjeuner'],
    { toast: ['Un article', 'Tartine à l’avocat', 'Pain au levain, un demi-avocat, citron, piment. Directement depuis sa page : ni panier, ni compte, ni formulaire.'],
      cart: ['Panier et livraison', 'Petit-déjeuner pour deux', 'Deux tartines, du granola et un pot de miel, livrés. Le code TOAST10 retire dix pour cent, et une carte cadeau paie ce qu’elle peut.'],
      card: ['Carte cadeau', 'Une carte cadeau à offrir', 'Son code apparaît une fois payée. Utilisez-la pour le petit-déjeuner : elle paie ce qu’elle peut, la carte bancaire le reste.'],
      ride: ['Course et pourboire', 'Une course à la boulangerie', 'Le prix est connu à la fin de la course : sa ligne est en attente. Le pourboire, c’est vous qui le choisissez.'],
      donation: ['Don', 'Des arbres pour le verger', 'Ni adresse, ni nom, ni e-mail : rien de ce dont un don n’a pas besoin.'],
      invoice: ['Facture', 'Facture 2041, en lien', 'Une page que toute personne ayant le lien peut payer. Ouvrez-la et payez : cette page l’apprend.'],
      club: ['Abonnement'], wallet: ['Dans Wallet'] }],
  de: ['Deutsch',
    ['Ein Testladen: es fließt kein Geld.', 'Zum Laden springen', 'Sprache', 'Szenen', 'Was geschieht', 'Jede Anfrage und ihre Antwort, im Augenblick.', 'Verlauf des Bezahlvorgangs', 'Danke. {amount} sind bezahlt.', 'Deine Geschenkkarte:', 'Meine Angaben aufheben', 'Wir merken uns dich.', 'Trinkgeld', 'Ohne Trinkgeld', 'etwa {amount}', 'Rechnung öffnen', 'Zum Frühstück mitnehmen'],
    { toast: ['Eine Sache', 'Avocado-Toast', 'Sauerteigbrot, eine halbe Avocado, Zitrone, Chili. Direkt von der Seite: kein Warenkorb, kein Konto, kein Formular.'],
      cart: ['Warenkorb und Lieferung', 'Frühstück für zwei', 'Zwei Toasts, Granola und ein Glas Honig, geliefert. Der Code TOAST10 zieht zehn Prozent ab, und eine Geschenkkarte zahlt, was sie kann.'],
      card: ['Geschenkkarte', 'Eine Geschenkkarte', 'Ihr Code erscheint, wenn sie bezahlt ist. Nimm sie mit zum Frühstück: sie zahlt, was sie kann, und die Karte den Rest.'],
      ride: ['Fahrt mit Trinkgeld', 'Eine Fahrt zur Bäckerei', 'Der Fahrpreis steht am Ende fest, so lange ist die Zeile ausstehend. Das Trinkgeld wählst du.'],
      donation: ['Spende', 'Bäume für den Obstgarten', 'Keine Adresse, kein Name, keine E-Mail: nichts, was eine Spende nicht braucht.'],
      invoice: ['Rechnung', 'Rechnung 2041, als Link', 'Eine eigene Seite, die bezahlen kann, wer den Link bekommt. Öffne sie und bezahle: diese Seite erfährt davon.'],
      club: ['Abo'], wallet: ['In Wallet'] }],
  es: ['Español',
    ['Una tienda de prueba: no se mueve dinero.', 'Ir a la tienda', 'Idioma', 'Escenas', 'Qué ocurre', 'Cada petición y su respuesta, al momento.', 'Historial del pago', 'Gracias. Se han pagado {amount}.', 'Tu tarjeta regalo:', 'Guardar mis datos', 'Te recordaremos.', 'Propina', 'Sin propina', 'unos {amount}', 'Abrir la factura', 'Usarla en el desayuno'],
    { toast: ['Una cosa', 'Tostada de aguacate', 'Pan de masa madre, medio aguacate, limón y chile. Directo desde su página: sin carrito, sin cuenta, sin formulario.'],
      cart: ['Carrito y envío', 'Desayuno para dos', 'Dos tostadas, granola y un tarro de miel, a domicilio. El código TOAST10 descuenta un diez por ciento, y una tarjeta regalo paga lo que puede.'],
      card: ['Tarjeta regalo', 'Una tarjeta para regalar', 'Su código aparece al pagarla. Llévala al desayuno: paga lo que puede y la tarjeta bancaria el resto.'],
      ride: ['Viaje con propina', 'Un viaje a la panadería', 'El precio se sabe al final, por eso su línea está pendiente. La propina la eliges tú.'],
      donation: ['Donación', 'Árboles para el huerto', 'Ni dirección, ni nombre, ni correo: nada que una donación no necesite.'],
      invoice: ['Factura', 'Factura 2041, como enlace', 'Una página que puede pagar quien tenga el enlace. Ábrela y paga: esta página se entera.'],
      club: ['Suscripción'], wallet: ['En Wallet'] }],
  it: ['Italiano',
    ['Un negozio di prova: nessun denaro.', 'Vai al negozio', 'Lingua', 'Scene', 'Che cosa succede', 'Ogni richiesta e la sua risposta, in diretta.', 'Cronologia del pagamento', 'Grazie. {amount} pagati.', 'La tua carta regalo:', 'Conserva i miei dati', 'Ci ricorderemo di te.', 'Mancia', 'Senza mancia', 'circa {amount}', 'Apri la fattura', 'Usala per la colazione'],
    { toast: ['Una cosa', 'Toast all’avocado', 'Pane a lievitazione naturale, mezzo avocado, limone, peperoncino. Dalla sua pagina: niente carrello, conto o modulo.'],
      cart: ['Carrello e consegna', 'Colazione per due', 'Due toast, granola e un vasetto di miele, consegnati. Il codice TOAST10 toglie il dieci per cento e una carta regalo paga quel che può.'],
      card: ['Carta regalo', 'Una carta da regalare', 'Il codice appare quando è pagata. Usala per la colazione: paga quel che può, la carta il resto.'],
      ride: ['Corsa con mancia', 'Una corsa al forno', 'Il prezzo si sa alla fine della corsa: la riga è in sospeso. La mancia la scegli tu.'],
      donation: ['Donazione', 'Alberi per il frutteto', 'Né indirizzo, né nome, né e-mail: nulla di cui una donazione non abbia bisogno.'],
      invoice: ['Fattura', 'Fattura 2041, come link', 'Una pagina che può pagare chiunque abbia il link. Aprila e paga: questa pagina lo saprà.'],
      club: ['Abbonamento'], wallet: ['In Wallet'] }],
  pt: ['Português',
    ['Uma loja de teste: sem dinheiro.', 'Ir para a loja', 'Idioma', 'Cenas', 'O que acontece', 'Cada pedido e a sua resposta, na hora.', 'Histórico do pagamento', 'Obrigado. {amount} pagos.', 'O seu vale-presente:', 'Guardar os meus dados', 'Vamos lembrar-nos de você.', 'Gorjeta', 'Sem gorjeta', 'cerca de {amount}', 'Abrir a fatura', 'Usar no café da manhã'],
    { toast: ['Uma coisa', 'Torrada de abacate', 'Pão de fermentação natural, meio abacate, limão e pimenta. Direto da página: sem carrinho, conta ou formulário.'],
      cart: ['Carrinho e entrega', 'Café da manhã para dois', 'Duas torradas, granola e um pote de mel, entregues. O código TOAST10 tira dez por cento, e um vale-presente paga o que pode.'],
      card: ['Vale-presente', 'Um vale para oferecer', 'O código aparece quando está pago. Use-o no café da manhã: ele paga o que pode, e o cartão o resto.'],
      ride: ['Corrida com gorjeta', 'Uma corrida até a padaria', 'O preço só se sabe no fim, por isso a linha está pendente. A gorjeta é você quem escolhe.'],
      donation: ['Doação', 'Árvores para o pomar', 'Sem endereço, nome ou e-mail: nada de que uma doação não precise.'],
      invoice: ['Fatura', 'Fatura 2041, como link', 'Uma página que quem tiver o link pode pagar. Abra e pague: esta página fica sabendo.'],
      club: ['Assinatura'], wallet: ['Na Wallet'] }],
  nl: ['Nederlands',
    ['Een testwinkel: er gaat geen geld om.', 'Naar de winkel', 'Taal', 'Scènes', 'Wat er gebeurt', 'Elk verzoek en zijn antwoord, terwijl het gebeurt.', 'Verloop van de betaling', 'Bedankt. {amount} is betaald.', 'Je cadeaukaart:', 'Bewaar mijn gegevens', 'We onthouden je.', 'Fooi', 'Geen fooi', 'ongeveer {amount}', 'Factuur openen', 'Gebruik hem voor het ontbijt'],
    { toast: ['Eén ding', 'Avocadotoast', 'Zuurdesem, een halve avocado, citroen, chili. Zo van de pagina: geen wagentje, geen account, geen formulier.'],
      cart: ['Wagentje en bezorging', 'Ontbijt voor twee', 'Twee toasts, granola en een pot honing, bezorgd. De code TOAST10 haalt er tien procent af, en een cadeaukaart betaalt wat ze kan.'],
      card: ['Cadeaukaart', 'Een kaart om te geven', 'De code verschijnt als ze betaald is. Neem haar mee naar het ontbijt: ze betaalt wat ze kan, en de bankkaart de rest.'],
      ride: ['Rit met fooi', 'Een rit naar de bakker', 'De prijs is aan het eind bekend, dus de regel volgt nog. De fooi kies je zelf.'],
      donation: ['Gift', 'Bomen voor de boomgaard', 'Geen adres, geen naam, geen e-mail: niets wat een gift niet nodig heeft.'],
      invoice: ['Factuur', 'Factuur 2041, als link', 'Een eigen pagina die iedereen met de link kan betalen. Open hem en betaal: deze pagina hoort ervan.'],
      club: ['Abonnement'], wallet: ['In Wallet'] }],
  ja: ['日本語',
    ['テスト用のお店：お金は動きません。', 'お店へ移動', '言語', 'シーン', '何が起きているか', 'リクエストと応答がそのまま表示されます。', '決済の履歴', 'ありがとうございます。{amount} をお支払いいただきました。', 'ギフトカード：', '次回のために保存する', '保存しました。', 'チップ', 'チップなし', '約 {amount}', '請求書を開く', '朝食に使う'],
    { toast: ['ひとつだけ', 'アボカドトースト', 'サワードウ、アボカド半分、レモン、唐辛子。商品ページから直接：カートも登録も入力もありません。'],
      cart: ['カートと配送', 'ふたり分の朝食', 'トースト二枚、グラノーラ、はちみつをお届けします。コード TOAST10 で一割引、ギフトカードも使えます。'],
      card: ['ギフトカード', '贈り物のギフトカード', 'お支払い後にコードが表示されます。朝食でお使いください。足りない分はカードで支払えます。'],
      ride: ['乗車とチップ', 'パン屋までの乗車', '料金は到着時に決まるため、行は保留中です。チップはお好みで。'],
      donation: ['寄付', '果樹園に木を', '住所も名前もメールも不要です。'],
      invoice: ['請求書', '請求書 2041（リンク）', 'リンクを受け取った人が支払えるページです。開いて支払うと、このページに反映されます。'],
      club: ['定期購入'], wallet: ['Wallet'] }],
  'zh-Hans': ['简体中文',
    ['测试商店：不涉及资金。', '跳到商店', '语言', '场景', '正在发生什么', '每个请求及其回应，实时显示。', '支付过程', '谢谢。已支付 {amount}。', '您的礼品卡：', '保存我的信息', '我们会记住您。', '小费', '不给小费', '约 {amount}', '打开账单', '用于早餐'],
    { toast: ['一件商品', '牛油果吐司', '酸面包、半个牛油果、柠檬、辣椒。直接从商品页购买：无需购物车、账户或表格。'],
      cart: ['购物车与配送', '双人早餐', '两份吐司、格兰诺拉麦片和一罐蜂蜜，送货上门。优惠码 TOAST10 减免一成，礼品卡可抵扣。'],
      card: ['礼品卡', '送朋友的礼品卡', '付款后显示卡号。可用于早餐：卡内余额先付，其余由银行卡支付。'],
      ride: ['行程与小费', '去面包店', '车费在行程结束时确定，因此该项待定。小费由您决定。'],
      donation: ['捐款', '为果园种树', '无需地址、姓名或邮箱。'],
      invoice: ['账单', '账单 2041（链接）', '收到链接的人都可以付款的页面。打开并付款，本页会随之更新。'],
      club: ['订阅'], wallet: ['Wallet'] }],
  'zh-Hant': ['繁體中文',
    ['測試商店：不涉及金錢。', '跳到商店', '語言', '場景', '正在發生什麼', '每個請求及其回應，即時顯示。', '付款過程', '謝謝。已付款 {amount}。', '您的禮物卡：', '保存我的資料', '我們會記得您。', '小費', '不給小費', '約 {amount}', '開啟帳單', '用於早餐'],
    { toast: ['一件商品', '酪梨吐司', '酸種麵包、半顆酪梨、檸檬、辣椒。直接從商品頁購買：不需購物車、帳號或表單。'],
      cart: ['購物車與配送', '雙人早餐', '兩份吐司、格蘭諾拉麥片和一罐蜂蜜，配送到府。優惠碼 TOAST10 折抵一成，禮物卡可抵扣。'],
      card: ['禮物卡', '送朋友的禮物卡', '付款後顯示卡號。可用於早餐：先用卡內餘額，其餘以信用卡支付。'],
      ride: ['乘車與小費', '搭車去麵包店', '車資在抵達時確定，因此該項待定。小費由您決定。'],
      donation: ['捐款', '為果園種樹', '不需地址、姓名或電子郵件。'],
      invoice: ['帳單', '帳單 2041（連結）', '收到連結的人都可以付款的頁面。開啟並付款，本頁會隨之更新。'],
      club: ['訂閱'], wallet: ['Wallet'] }],
  ko: ['한국어',
    ['테스트 상점: 돈이 오가지 않습니다.', '상점으로 건너뛰기', '언어', '장면', '무슨 일이 일어나는지', '요청과 응답이 그대로 표시됩니다.', '결제 과정', '감사합니다. {amount} 결제되었습니다.', '기프트 카드:', '다음을 위해 저장', '기억하겠습니다.', '팁', '팁 없음', '약 {amount}', '청구서 열기', '아침 식사에 쓰기'],
    { toast: ['하나만', '아보카도 토스트', '사워도우, 아보카도 반 개, 레몬, 고추. 상품 페이지에서 바로: 장바구니도 계정도 양식도 없습니다.'],
      cart: ['장바구니와 배송', '두 사람의 아침', '토스트 두 개, 그래놀라, 꿀 한 병을 배송합니다. 코드 TOAST10은 10% 할인, 기프트 카드도 쓸 수 있습니다.'],
      card: ['기프트 카드', '친구를 위한 기프트 카드', '결제하면 코드가 나타납니다. 아침 식사에 쓰세요. 모자란 만큼은 카드로 결제합니다.'],
      ride: ['팁이 있는 탑승', '빵집까지', '요금은 도착하면 정해지므로 보류 중입니다. 팁은 직접 고르세요.'],
      donation: ['기부', '과수원에 나무를', '주소도 이름도 이메일도 필요 없습니다.'],
      invoice: ['청구서', '청구서 2041, 링크로', '링크를 받은 사람이 결제할 수 있는 페이지입니다. 열어서 결제하면 이 페이지에 반영됩니다.'],
      club: ['정기 구독'], wallet: ['Wallet'] }],
}

/** Name of each language in itself. */
export const names = Object.fromEntries(Object.entries(LANGUAGES).map(([tag, [name]]) => [tag, name]))

/** The shop in one language: `say.thanks`, and each scene's `title`, `heading` and `text`. */
export function shopIn(tag) {
  const [, frame, scenes] = LANGUAGES[tag] ?? LANGUAGES.en
  return {
    say: Object.fromEntries(FRAME.map((key, place) => [key, frame[place]])),
    scenes: Object.fromEntries(Object.entries(scenes).map(([id, [title, heading, text]]) => [id, { title, heading, text }])),
  }
}

/** The best language for the browser's preferences. */
export function preferred(tags) {
  for (const tag of tags) {
    if (/^zh.*(hant|tw|hk|mo)/i.test(tag)) return 'zh-Hant'
    if (/^zh/i.test(tag)) return 'zh-Hans'
    const language = tag.toLowerCase().split('-')[0]
    if (language in LANGUAGES) return language
  }
  return 'en'
}
