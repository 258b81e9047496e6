import JSON

extension CheckOrder {
    /// Checks the items of the order or of one of its fulfillments.
    func lineItems(of reader: ObjectReader) {
        reader.array("lineItems", maxCount: Self.listMax)?.eachObject { item in
            text(item, "title", required: true)
            if let quantity = item.node("quantity", required: true),
                !(0...1e12 ~= quantity.double ?? -1)
            {
                item.refuse("quantity", "invalid_value", "a number from 0 to 10^12")
            }
            text(item, "subtitle")
            file(item, "image")
            amount(item, "price")
            text(item, "gtin")
            text(item, "sku")
        }
    }

    func amount(_ reader: ObjectReader, _ member: StaticString, required: Bool = false) {
        guard let amount = reader.object(member, required: required) else { return }
        _ = amount.decimal("amount", maxLength: 32, required: true)
        _ = amount.value(
            "currency", maxLength: 3, required: true,
            detail: "an upper-case ISO 4217 currency code",
            parse: PassCurrency.read)
    }

    func payment(_ order: ObjectReader) {
        guard let payment = order.object("payment") else { return }
        amount(payment, "total", required: true)
        _ = payment.choice("status", of: PaymentStatus.self, required: true)
        payment.array("summaryItems", maxCount: Self.listMax)?.eachObject { line in
            text(line, "label", required: true)
            amount(line, "value", required: true)
        }
        payment.array("transactions", maxCount: Self.listMax)?.eachObject { transaction in
            amount(transaction, "amount", required: true)
            date(transaction, "createdAt", required: true)
            if let method = transaction.object("paymentMethod", required: true) {
                text(method, "displayName", required: true)
            }
            _ = transaction.choice("status", of: TransactionStatus.self, required: true)
            _ = transaction.choice("transactionType", of: TransactionKind.self, required: true)
            text(transaction, "applePayTransactionIdentifier")
            file(transaction, "receipt")
        }
    }
}

private enum PaymentStatus: String, CaseIterable {
    case pending, authorized, paid, refunded, declined, voided
}
private enum TransactionStatus: String, CaseIterable {
    case pending, approved, completed, cancelled, failed
}
private enum TransactionKind: String, CaseIterable { case purchase, refund }
