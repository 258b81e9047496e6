import JSON
import Vocabulary

@testable import Carts

// Rules 10 to 13 of docs/rules/apple.md#1.3, and Apple's forbidden combinations.
extension SheetRules {
    /// `prefix` is `new` in an update, where the members begin with a capital letter.
    mutating func checkLater(_ node: Node, prefix: String, total: Node?) {
        let name = { (member: String) in
            prefix.isEmpty ? member : prefix + member.prefix(1).uppercased() + member.dropFirst()
        }
        let recurring = node[name("recurringPaymentRequest")]
        let reload = node[name("automaticReloadPaymentRequest")]
        let contexts = node[name("multiTokenContexts")]
        if let recurring {
            checkBilling(recurring["regularBilling"], "recurring", "regularBilling")
            if let trial = recurring["trialBilling"] {
                checkBilling(trial, "recurring", "trialBilling")
            }
            checkTerms(recurring, "recurringPaymentRequest")
        }
        if let reload {
            let billing = reload["automaticReloadBilling"]
            checkBilling(billing, "automaticReload", "automaticReloadBilling")
            expect(
                DecimalText(billing?["automaticReloadPaymentThresholdAmount"]) != nil,
                "automaticReloadPaymentThresholdAmount: always required")
            checkTerms(reload, "automaticReloadPaymentRequest")
        }
        if let contexts { checkContexts(contexts, total: total) }
        if let deferred = node[name("deferredPaymentRequest")] { checkDeferred(deferred) }
        let kinds = [recurring, reload, contexts].count { $0 != nil }
        expect(kinds <= 1, "recurring, automatic reload, several tokens: not combined")
    }

    private mutating func checkBilling(_ line: Node?, _ timing: String, _ place: String) {
        guard let line else {
            expect(false, "\(place): required")
            return
        }
        expect(line["paymentTiming"]?.string == timing, "\(place).paymentTiming: \(timing)")
        expect(line["label"]?.string != nil, "\(place).label: present")
        if line["type"]?.string != "pending" {
            expect(DecimalText(line["amount"]) != nil, "\(place).amount: a decimal unless pending")
        }
    }

    private mutating func checkTerms(_ node: Node, _ place: String) {
        expect(
            node["paymentDescription"]?.string?.isEmpty == false,
            "\(place).paymentDescription: not empty")
        expect(
            node["managementURL"]?.string?.hasPrefix("https://") == true,
            "\(place).managementURL: absolute")
        if let address = node["tokenNotificationURL"] {
            expect(
                address.string?.hasPrefix("https://") == true,
                "\(place).tokenNotificationURL: absolute")
        }
        if let agreement = node["billingAgreement"]?.string {
            expect(
                agreement.unicodeScalars.count <= 500,
                "\(place).billingAgreement: at most 500 characters")
        }
    }

    private mutating func checkDeferred(_ deferred: Node) {
        checkBilling(deferred["deferredBilling"], "deferred", "deferredBilling")
        checkTerms(deferred, "deferredPaymentRequest")
        let date = deferred["freeCancellationDate"]
        let zone = deferred["freeCancellationDateTimeZone"]
        expect((date == nil) == (zone == nil), "freeCancellationDate: with its zone or not at all")
        if let zone {
            expect(
                zone.string.flatMap(TimeZoneName.init) != nil,
                "freeCancellationDateTimeZone: valid")
        }
    }

    /// WebKit checks the amounts, PassKit their sum.
    private mutating func checkContexts(_ contexts: Node, total: Node?) {
        var sum: Int128 = 0
        for (index, context) in contexts.elements.enumerated() {
            for member in ["merchantIdentifier", "externalIdentifier", "merchantName"] {
                expect(
                    context[member]?.string?.isEmpty == false,
                    "multiTokenContexts/\(index).\(member): present")
            }
            let amount = DecimalText(context["amount"])
            expect(amount != nil, "multiTokenContexts/\(index).amount: a decimal")
            sum += amount?.millionths ?? 0
        }
        expect(
            sum <= DecimalText(total?["amount"])?.millionths ?? 0,
            "multiTokenContexts: together at most the total")
    }
}
