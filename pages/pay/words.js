// The page's own texts, in the sheet's languages.

const WORDS = {
  en: ['Payment', 'Test: no money moves.', 'Total', 'This browser is too old for this payment. Please update it, or pay on another device.'],
  fr: ['Paiement', 'Essai : sans argent.', 'Total', 'Ce navigateur est trop ancien pour ce paiement. Mettez-le à jour ou payez sur un autre appareil.'],
  de: ['Zahlung', 'Test: es fließt kein Geld.', 'Gesamt', 'Dieser Browser ist für diese Zahlung zu alt. Bitte aktualisiere ihn oder bezahle auf einem anderen Gerät.'],
  es: ['Pago', 'Prueba: no se mueve dinero.', 'Total', 'Este navegador es demasiado antiguo para este pago. Actualízalo o paga en otro dispositivo.'],
  it: ['Pagamento', 'Prova: nessun denaro.', 'Totale', 'Questo browser è troppo vecchio per questo pagamento. Aggiornalo o paga su un altro dispositivo.'],
  pt: ['Pagamento', 'Teste: sem dinheiro.', 'Total', 'Este navegador é antigo demais para este pagamento. Atualize-o ou pague em outro dispositivo.'],
  nl: ['Betaling', 'Test: er gaat geen geld om.', 'Totaal', 'Deze browser is te oud voor deze betaling. Werk hem bij of betaal op een ander apparaat.'],
  ja: ['お支払い', 'テスト：お金は動きません。', '合計', 'このブラウザは古いため、この決済に対応していません。更新するか、別のデバイスでお支払いください。'],
  'zh-Hans': ['付款', '测试：不涉及资金。', '合计', '此浏览器版本过旧，无法完成此支付。请更新浏览器，或使用其他设备支付。'],
  'zh-Hant': ['付款', '測試：不涉及金錢。', '合計', '此瀏覽器版本過舊，無法完成此付款。請更新瀏覽器，或使用其他裝置付款。'],
  ko: ['결제', '테스트: 돈이 오가지 않습니다.', '합계', '이 브라우저는 이 결제를 지원하기에는 너무 오래되었습니다. 업데이트하거나 다른 기기에서 결제하세요.'],
}

/** The words of the first available language, and that language. */
export function wordsFor(tags) {
  for (const tag of tags) {
    const language = /^zh.*(hant|tw|hk|mo)/i.test(tag) ? 'zh-Hant' : /^zh/i.test(tag) ? 'zh-Hans' : tag.toLowerCase().split('-')[0]
    if (Object.keys(WORDS).includes(language)) return named(language)
  }
  return named('en')
}

function named(language) {
  const [title, test, total, tooOld] = WORDS[language]
  return { language, title, test, total, tooOld }
}
