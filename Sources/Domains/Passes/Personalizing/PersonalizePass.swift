import Crypto
import JSON
import Outbox
import Postgres
import Vocabulary

/// Stores the data that a buyer entered, once: the pass then no longer contains the form, and its
/// phones are notified.
package struct PersonalizePass: Verb {
    package let pass: Pass.ID
    package let token: PersonalizationToken
    package let formData: [Personalization.Member: String]
    package let keys: KeyRing
    package let moment: Moment

    package init(
        _ pass: Pass.ID, _ token: PersonalizationToken, formData: [Personalization.Member: String],
        keys: KeyRing, moment: Moment
    ) {
        self.pass = pass
        self.token = token
        self.formData = formData
        self.keys = keys
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws {
        guard let row = try transaction.run(Pass.lock(pass)).first else {
            throw PassesRefusal.notFound
        }
        let found = try Pass(row: row, keys: keys)
        guard var privateData = found.privateData, let wrapped: [UInt8] = try row.get("data_key")
        else {
            throw PassesRefusal.erased
        }
        // The server stores no data of a customer who was just erased.
        if let customer = found.customer,
            try transaction.run(Pass.lockShared(customer: customer, of: pass.merchant)).isEmpty
        {
            throw PassesRefusal.erased
        }
        if let known = privateData.personalization {
            // The holder of another copy of the package cannot overwrite the data.
            guard known.tokenDigest == token.digest || known.isProvided(by: formData) else {
                throw PassesRefusal.personalized
            }
            return
        }
        privateData.personalization = Personalization(
            formData: try asked(of: found.type, in: transaction), tokenDigest: token.digest,
            at: moment.now)
        privateData.signUps += 1
        let seal = try Pass.Seal.open(wrapped, of: pass, keys: keys)
        try transaction.enqueue(
            Pass.personalize(
                pass, sealed: seal.seal(privateData),
                modifiedAt: Pass.modified(after: found.modifiedAt, at: moment.now)))
        try transaction.enqueue(event(of: found, number: privateData.signUps).insert)
        for query in Pass.enqueuePushes([pass.uuid], pass.merchant, at: moment.now) {
            try transaction.enqueue(query)
        }
    }

    /// Returns exactly the data that the template asks for; throws if any is missing.
    private func asked(
        of type: PassType.ID, in transaction: Transaction
    ) throws -> [Personalization.Member: String] {
        let file = try transaction.run(PassType.file([PersonalizationForm.path], of: type)).first
        guard let file,
            let form = PersonalizationForm(reading: try file.get("bytes"), problems: Problems())
        else { throw PassesRefusal.notPersonalizable }
        let members = Set(form.fields.flatMap(\.members))
        let asked = formData.filter { members.contains($0.key) && !$0.value.isEmpty }
        // Wallet does not send incomplete forms; accepting one would lock out a later, complete
        // one.
        let missing = PersonalizationField.allCases.filter {
            form.fields.contains($0) && !$0.isProvided(by: asked)
        }
        guard missing.isEmpty else {
            throw PassesRefusal.badPass(
                missing.map {
                    FieldProblem(
                        pointer: "/requiredPersonalizationInfo/" + $0.place, code: "required",
                        detail: "the pass requires this field")
                })
        }
        return asked
    }

    private func event(of pass: Pass, number: Int) -> Event {
        Event(
            id: Event.ID(merchant: pass.id.merchant, uuid: moment.identifier()),
            type: .passPersonalized, object: pass.id.text, sequence: number,
            data: Writer.write {
                $0.member("id", pass.id.text)
                $0.member("passType", pass.type.text)
                $0.member("passTypeIdentifier", pass.typeIdentifier)
                $0.member("personalizedAt", moment.now.rfc3339)
            }, at: moment.now)
    }
}
