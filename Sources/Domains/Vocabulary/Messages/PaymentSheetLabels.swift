/// The labels of the server's lines in a payment sheet, in the buyer's language.
package struct PaymentSheetLabels: Hashable, Sendable {
    package var subtotal: String
    package var discount: String
    package var shipping: String
    package var delivery: String
    package var pickup: String
    package var tax: String
    /// For items with a pending price, if there are several.
    package var pending: String
    // Balances that pay, by kind.
    package var giftCard: String
    package var storeCredit: String
    package var prepaid: String
}

extension PaymentSheetLabels {
    /// A merchant's own labels replace the built-in ones: `line.subtotal` and so on, by language.
    package init(_ language: Language, overrides: MessageCatalog.Overrides = [:]) {
        self = PaymentSheetLabels.table(language)
        guard !overrides.isEmpty else { return }
        for (key, path) in PaymentSheetLabels.keys {
            if let text = overrides[key]?[language.rawValue] { self[keyPath: path] = text }
        }
    }

    package static let english = PaymentSheetLabels(.english)

    /// The keys under which a merchant may replace a label.
    package static var keyNames: [String] { keys.map(\.key) }

    private static var keys: [(key: String, path: WritableKeyPath<PaymentSheetLabels, String>)] {
        [
            ("line.subtotal", \.subtotal), ("line.discount", \.discount),
            ("line.shipping", \.shipping), ("line.delivery", \.delivery),
            ("line.pickup", \.pickup), ("line.tax", \.tax), ("line.pending", \.pending),
            ("line.giftCard", \.giftCard), ("line.storeCredit", \.storeCredit),
            ("line.prepaid", \.prepaid),
        ]
    }

    private static func table(_ language: Language) -> PaymentSheetLabels {
        switch language {
        case .english:
            PaymentSheetLabels(
                subtotal: "Subtotal", discount: "Discount", shipping: "Shipping",
                delivery: "Delivery", pickup: "Pickup", tax: "Tax", pending: "Priced later",
                giftCard: "Gift card",
                storeCredit: "Store credit", prepaid: "Prepaid balance")
        case .french:
            PaymentSheetLabels(
                subtotal: "Sous-total", discount: "Remise", shipping: "Expédition",
                delivery: "Livraison", pickup: "Retrait", tax: "Taxes",
                pending: "Prix à confirmer", giftCard: "Carte cadeau",
                storeCredit: "Avoir", prepaid: "Solde prépayé")
        case .german:
            PaymentSheetLabels(
                subtotal: "Zwischensumme", discount: "Rabatt", shipping: "Versand",
                delivery: "Lieferung", pickup: "Abholung", tax: "Steuern",
                pending: "Preis folgt", giftCard: "Geschenkkarte",
                storeCredit: "Guthaben", prepaid: "Prepaid-Guthaben")
        case .spanish:
            PaymentSheetLabels(
                subtotal: "Subtotal", discount: "Descuento", shipping: "Envío",
                delivery: "Entrega", pickup: "Recogida", tax: "Impuestos",
                pending: "Precio por confirmar", giftCard: "Tarjeta regalo",
                storeCredit: "Crédito de tienda", prepaid: "Saldo prepago")
        case .italian:
            PaymentSheetLabels(
                subtotal: "Subtotale", discount: "Sconto", shipping: "Spedizione",
                delivery: "Consegna", pickup: "Ritiro", tax: "Imposte",
                pending: "Prezzo da confermare", giftCard: "Carta regalo",
                storeCredit: "Credito negozio", prepaid: "Saldo prepagato")
        case .portuguese:
            PaymentSheetLabels(
                subtotal: "Subtotal", discount: "Desconto", shipping: "Envio",
                delivery: "Entrega", pickup: "Retirada", tax: "Impostos",
                pending: "Preço a confirmar", giftCard: "Cartão-presente",
                storeCredit: "Crédito da loja", prepaid: "Saldo pré-pago")
        case .dutch:
            PaymentSheetLabels(
                subtotal: "Subtotaal", discount: "Korting", shipping: "Verzending",
                delivery: "Bezorging", pickup: "Afhalen", tax: "Belasting",
                pending: "Prijs volgt", giftCard: "Cadeaukaart",
                storeCredit: "Winkeltegoed", prepaid: "Prepaid tegoed")
        case .japanese:
            PaymentSheetLabels(
                subtotal: "小計", discount: "割引", shipping: "送料", delivery: "配達料",
                pickup: "店舗受け取り", tax: "税金", pending: "金額未確定", giftCard: "ギフトカード",
                storeCredit: "ストアクレジット", prepaid: "プリペイド残高")
        case .simplifiedChinese:
            PaymentSheetLabels(
                subtotal: "小计", discount: "折扣", shipping: "运费", delivery: "配送费",
                pickup: "自提", tax: "税费", pending: "价格待定", giftCard: "礼品卡",
                storeCredit: "商店余额", prepaid: "预付余额")
        case .traditionalChinese:
            PaymentSheetLabels(
                subtotal: "小計", discount: "折扣", shipping: "運費", delivery: "外送費",
                pickup: "自取", tax: "稅金", pending: "價格待定", giftCard: "禮品卡",
                storeCredit: "商店餘額", prepaid: "預付餘額")
        case .korean:
            PaymentSheetLabels(
                subtotal: "소계", discount: "할인", shipping: "배송비", delivery: "배달비",
                pickup: "픽업", tax: "세금", pending: "가격 미정", giftCard: "기프트 카드",
                storeCredit: "스토어 크레딧", prepaid: "선불 잔액")
        }
    }
}
