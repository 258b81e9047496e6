// The page's own texts, in the sheet's languages.

const WORDS = {
  en: ['Payment', 'Test: no money moves.', 'Total'],
  fr: ['Paiement', 'Essai : sans argent.', 'Total'],
  de: ['Zahlung', 'Test: es fließt kein Geld.', 'Gesamt'],
  es: ['Pago', 'Prueba: no se mueve dinero.', 'Total'],
  it: ['Pagamento', 'Prova: nessun denaro.', 'Totale'],
  pt: ['Pagamento', 'Teste: sem dinheiro.', 'Total'],
  nl: ['Betaling', 'Test: er gaat geen geld om.', 'Totaal'],
  ja: ['お支払い', 'テスト：お金は動きません。', '合計'],
  'zh-Hans': ['付款', '测试：不涉及资金。', '合计'],
  'zh-Hant': ['付款', '測試：不涉及金錢。', '合計'],
  ko: ['결제', '테스트: 돈이 오가지 않습니다.', '합계'],
}

/** The words of the first available language, and that language. */
export function wordsFor(tags) {
  for (const tag of tags) {
    const language = /^zh.*(hant|tw|hk|mo)/i.test(tag) ? 'zh-Hant' : /^zh/i.test(tag) ? 'zh-Hans' : tag.toLowerCase().split('-')[0]
    if (Object.hasOwn(WORDS, language)) return named(language)
  }
  return named('en')
}

function named(language) {
  const [title, test, total] = WORDS[language]
  return { language, title, test, total }
}
