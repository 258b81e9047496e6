import Crypto
import JSON
import Outbox
import Postgres
import Vocabulary

/// Keeps what a buyer has told of themselves, once: the pass goes without the form from then on, and its phones hear of it.
package struct PersonalizePass: Sendable {
    package let pass: Pass.ID
    package let token: PersonalizationToken
    package let told: [Personalization.Member: String]
    package let keys: KeyRing
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        _ pass: Pass.ID, _ token: PersonalizationToken, told: [Personalization.Member: String],
        keys: KeyRing, now: Instant, identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.pass = pass
        self.token = token
        self.told = told
        self.keys = keys
        self.now = now
        self.identify = identify
    }

    package func callAsFunction(in transaction: Transaction) throws {
        guard let row = try transaction.run(Pass.lock(pass)).first else {
            throw PassesRefusal.notFound
        }
        let found = try Pass(row: row, keys: keys)
        guard var held = found.held, let wrapped: [UInt8] = try row.get("data_key") else {
            throw PassesRefusal.erased
        }
        // Nothing is kept any more of who was erased a moment ago.
        if let customer = found.customer,
            try transaction.run(Pass.share(customer: customer, of: pass.merchant)).isEmpty
        {
            throw PassesRefusal.erased
        }
        if let known = held.personalization {
            // Whoever else has a copy of the file does not write over it.
            guard known.tokenDigest == token.digest || known.isTold(by: told) else {
                throw PassesRefusal.personalized
            }
            return
        }
        held.personalization = Personalization(
            told: try asked(of: found.type, in: transaction), tokenDigest: token.digest, at: now)
        held.signUps += 1
        let seal = try Pass.Seal.open(wrapped, of: pass, keys: keys)
        try transaction.later(
            Pass.personalize(
                pass, sealed: seal.seal(held),
                modifiedAt: Pass.modified(after: found.modifiedAt, at: now)))
        try transaction.later(event(of: found, number: held.signUps).insert)
        for query in Pass.told([pass.uuid], pass.merchant, at: now) {
            try transaction.later(query)
        }
    }

    /// Of what was told what the template asks for: all of it, and no more.
    private func asked(
        of type: PassType.ID, in transaction: Transaction
    ) throws -> [Personalization.Member: String] {
        let file = try transaction.run(PassType.file([PersonalizationForm.path], of: type)).first
        guard let file,
            let form = PersonalizationForm(reading: try file.get("bytes"), problems: Problems())
        else { throw PassesRefusal.notPersonalizable }
        let members = Set(form.fields.flatMap(\.members))
        let asked = told.filter { members.contains($0.key) && !$0.value.isEmpty }
        // Wallet takes no form that is not whole, and what came later would find the pass taken.
        let missing = PersonalizationField.allCases.filter {
            form.fields.contains($0) && !$0.isTold(by: asked)
        }
        guard missing.isEmpty else {
            throw PassesRefusal.badPass(
                missing.map {
                    FieldProblem(
                        pointer: "/requiredPersonalizationInfo/" + $0.place, code: "required",
                        detail: "the pass asks for it")
                })
        }
        return asked
    }

    private func event(of pass: Pass, number: Int) -> Event {
        Event(
            id: Event.ID(merchant: pass.id.merchant, uuid: identify(now)), type: .passPersonalized,
            object: pass.id.text, sequence: number,
            data: Writer.write {
                $0.member("id", pass.id.text)
                $0.member("passType", pass.type.text)
                $0.member("passTypeIdentifier", pass.typeIdentifier)
                $0.member("personalizedAt", now.rfc3339)
            }, at: now)
    }
}
