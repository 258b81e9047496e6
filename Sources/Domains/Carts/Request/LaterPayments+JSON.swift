import JSON
import Merchants
import Vocabulary

extension RecurringPaymentRequest: Writable {
    init?(reading fields: ObjectReader, currency: Currency?, now: Instant?) {
        let description = fields.description()
        let billing = { (key: StaticString, required: Bool) in
            fields.object(key, required: required).flatMap {
                LineItem(reading: $0, as: .recurring, currency: currency, now: now)
            }
        }
        let regular = billing("regularBilling", true)
        let trial = billing("trialBilling", false)
        let terms = BillingTerms(reading: fields, isStored: now == nil)
        fields.refuseUnknown()
        guard let description, let regular, let terms else { return nil }
        self.init(
            paymentDescription: description, regularBilling: regular, trialBilling: trial,
            terms: terms)
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("paymentDescription", paymentDescription)
            $0.member("regularBilling", regularBilling)
            $0.member("trialBilling", ifPresent: trialBilling)
            terms.write(membersTo: &$0)
        }
    }
}

extension AutomaticReloadPaymentRequest: Writable {
    init?(reading fields: ObjectReader, currency: Currency?, now: Instant?) {
        let description = fields.description()
        let billing = fields.object("automaticReloadBilling", required: true).flatMap {
            LineItem(reading: $0, as: .automaticReload, currency: currency, now: now)
        }
        let terms = BillingTerms(reading: fields, isStored: now == nil)
        fields.refuseUnknown()
        guard let description, let billing, let terms else { return nil }
        self.init(
            paymentDescription: description, automaticReloadBilling: billing, terms: terms)
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("paymentDescription", paymentDescription)
            $0.member("automaticReloadBilling", automaticReloadBilling)
            terms.write(membersTo: &$0)
        }
    }
}

extension DeferredPaymentRequest: Writable {
    init?(reading fields: ObjectReader, currency: Currency?, now: Instant?) {
        let description = fields.description()
        let billing = fields.object("deferredBilling", required: true).flatMap {
            LineItem(reading: $0, as: .deferred, currency: currency, now: now)
        }
        let cancellation = FreeCancellation(reading: fields)
        if case .deferred(let date) = billing?.timing, let until = cancellation?.date, until > date
        {
            fields.refuse(
                "freeCancellationDate", "out_of_range", "must not be after deferredPaymentDate")
        }
        let terms = BillingTerms(reading: fields, isStored: now == nil)
        fields.refuseUnknown()
        guard let description, let billing, let terms else { return nil }
        self.init(
            paymentDescription: description, deferredBilling: billing,
            freeCancellation: cancellation, terms: terms)
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("paymentDescription", paymentDescription)
            $0.member("deferredBilling", deferredBilling)
            if let freeCancellation {
                $0.member("freeCancellationDate", freeCancellation.date)
                $0.member("freeCancellationDateTimeZone", freeCancellation.timeZone.text)
            }
            terms.write(membersTo: &$0)
        }
    }
}

extension DeferredPaymentRequest.FreeCancellation {
    /// WebKit requires both members or neither.
    fileprivate init?(reading fields: ObjectReader) {
        let date = fields.instant("freeCancellationDate")
        let zone = fields.value(
            "freeCancellationDateTimeZone", maxLength: 64,
            detail: "an IANA time zone name, such as Europe/Paris",
            parse: TimeZoneName.init)
        let hasDate = fields.has("freeCancellationDate")
        let hasZone = fields.has("freeCancellationDateTimeZone")
        if hasDate, !hasZone {
            fields.refuse(
                "freeCancellationDateTimeZone", "required",
                "required together with freeCancellationDate")
        } else if hasZone, !hasDate {
            fields.refuse(
                "freeCancellationDate", "required",
                "required together with freeCancellationDateTimeZone")
        }
        guard let date, let zone else { return nil }
        self.init(date: date, timeZone: zone)
    }
}

extension BillingTerms {
    fileprivate init?(reading fields: ObjectReader, isStored: Bool) {
        let agreement = fields.string(
            "billingAgreement", minLength: 1, maxLength: CheckoutLimits.billingAgreementLengthMax)
        let management = fields.webAddress("managementURL", required: true)
        let notices = fields.noticeAddress("tokenNotificationURL", isStored: isStored)
        guard let management else { return nil }
        self.init(
            billingAgreement: agreement, managementURL: management, tokenNotificationURL: notices)
    }

    fileprivate func write(membersTo writer: inout Writer) {
        writer.member("billingAgreement", ifPresent: billingAgreement)
        writer.member("managementURL", managementURL.text)
        writer.member("tokenNotificationURL", ifPresent: tokenNotificationURL?.text)
    }
}

extension ObjectReader {
    fileprivate func description() -> String? {
        label(
            "paymentDescription", maxLength: CheckoutLimits.detailLengthMax, required: true)
    }
}

extension TokenContext: Writable {
    init?(reading fields: ObjectReader, currency: Currency?) {
        let length = CheckoutLimits.nameLengthMax
        let merchant = fields.label("merchantIdentifier", maxLength: length, required: true)
        let external = fields.label("externalIdentifier", maxLength: length, required: true)
        let name = fields.label("merchantName", maxLength: length, required: true)
        let domain = fields.label("merchantDomain", maxLength: SettingsLimits.domainLengthMax)
        let amount = fields.money("amount", in: currency, required: true)
        fields.refuseUnknown()
        guard let merchant, let external, let name, let amount else { return nil }
        self.init(
            merchantIdentifier: merchant, externalIdentifier: external, merchantName: name,
            merchantDomain: domain, amount: amount)
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("merchantIdentifier", merchantIdentifier)
            $0.member("externalIdentifier", externalIdentifier)
            $0.member("merchantName", merchantName)
            $0.member("merchantDomain", ifPresent: merchantDomain)
            $0.member("amount", amount)
        }
    }
}
