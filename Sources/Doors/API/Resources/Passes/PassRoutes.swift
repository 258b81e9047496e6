import Balances
import Checkouts
import Crypto
import Customers
import HTTP
import JSON
import Merchants
import Passes
import Postgres
import Vocabulary

/// Routes for a merchant's passes.
extension Services {
    var passRoutes: [Route] {
        let pass = "/v1/passes/{pass}"
        return [
            route(.get, "/v1/passes", for: [.read, .write], listPasses),
            route(.post, "/v1/passes", for: .write, issuePass),
            route(.get, pass, for: [.read, .write], showPass),
            route(.patch, pass, for: .write, changePass),
            route(.get, pass + "/package", for: [.read, .write], showPackage),
            route(.get, pass + "/fields", for: [.read, .write], showFields),
            route(.post, pass + "/link", for: .write, body: .jsonOptional, renewLink),
            route(.delete, pass + "/link", for: .write, body: .any, revokeLink),
        ]
    }

    @Sendable private func listPasses(_ call: Call) async throws -> Response {
        let known: Set = [
            "passType", "customer", "balance", "checkout", "relevantFrom", "relevantUntil",
            "devicesMin",
        ]
        let merchant = call.merchant.number
        let list = try call.list(knowing: known) { query in
            let (after, limit) = (query.cursor(Pass.ID.self), query.limit())
            var filter = Pass.Filter()
            filter.type = query.value("passType", detail: "the id of one of your pass types") {
                PassType.ID($0).flatMap { $0.merchant == merchant ? $0.uuid : nil }
            }
            filter.customer = query.value("customer", detail: "the id of one of your customers") {
                Customer.ID($0).flatMap { $0.merchant == merchant ? $0.uuid : nil }
            }
            let balance = query.value("balance", detail: "the id of one of your balances") {
                Balance.ID($0).flatMap { $0.merchant == merchant ? $0.text : nil }
            }
            let checkout = query.value("checkout", detail: "the id of one of your checkouts") {
                CheckoutSession.ID($0).flatMap { $0.merchant == merchant ? $0.text : nil }
            }
            if balance != nil, checkout != nil {
                query.note("checkout", "conflict", "send either balance or checkout, not both")
            }
            filter.subject = balance ?? checkout
            filter.relevantFrom = query.instant("relevantFrom")
            filter.relevantUntil = query.instant("relevantUntil")
            filter.devicesMin = query.value(
                "devicesMin", detail: "a whole number from 0 to 1000000"
            ) {
                Int($0).flatMap { 0...1_000_000 ~= $0 ? $0 : nil }
            }
            return ListPage<Pass>(of: merchant, filter, after: after, limit: limit)
        }
        let urls = urls()
        return try await answer(list, call) { $0.write(to: &$1, urls) }
    }

    @Sendable private func issuePass(_ call: Call) async throws -> Response {
        try await issuePass(call, call.passDocument())
    }

    /// Issues the pass that a document describes for the caller's merchant.
    func issuePass(_ call: Call, _ document: Document) async throws -> Response {
        let merchant = call.merchant.number
        let urls = try publicURLs(for: call.merchant)
        let id = Pass.ID(merchant: merchant, uuid: call.identify())
        let secrets = (token: PassSecret(random: random()), link: PassSecret(random: random()))
        let problems = Problems()
        guard let fields = ObjectReader(document.root, problems: problems) else {
            throw Problem.badFields(problems.all)
        }
        let type = fields.value(
            "passType", maxLength: 64, required: true, detail: "the id of one of your pass types"
        ) { PassType.ID($0).flatMap { $0.merchant == merchant ? $0 : nil } }
        let serial = fields.value(
            "serialNumber", maxLength: Pass.serialLengthMax,
            detail:
                "1 to 255 visible characters, without leading or trailing spaces, and not . or .."
        ) { Pass.isSerialNumber($0) ? $0 : nil }
        let customer = call.customer(in: fields)
        let balance = fields.value(
            "balance", maxLength: 64, detail: "the id of one of your balances"
        ) {
            Balance.ID($0).flatMap { $0.merchant == merchant ? $0 : nil }
        }
        let checkout = fields.value(
            "checkout", maxLength: 64, detail: "the id of one of your checkouts"
        ) {
            CheckoutSession.ID($0).flatMap { $0.merchant == merchant ? $0 : nil }
        }
        let isOne = balance == nil || checkout == nil
        if !isOne {
            fields.refuse("checkout", "conflict", "send either balance or checkout, not both")
        }
        let subject =
            balance.map { (member: "balance", id: $0.text) }
            ?? checkout.map { (member: "checkout", id: $0.text) }
        let values = PassValues().changed(by: fields)
        fields.refuseUnknown()
        guard let type else { throw Problem.badFields(problems.all) }
        // Only the template shows the remaining errors; the same answer lists them.
        let issue = IssuePass(
            id: id, type: type, serialNumber: serial, customer: customer?.uuid,
            subject: isOne ? subject : nil, of: .all(keys), values: values,
            problems: problems.all, secrets: secrets, urls: urls, keys: keys, now: call.now)
        let done = try await call.idempotent(document) { transaction in
            let pass = try issue(in: transaction)
            // The answer has the link and the buyer's name, of which no copy is stored outside the
            // pass.
            return Answer(
                201, Writer.value { pass.write(to: &$0, urls) },
                stored: Writer.write { $0.member("id", pass.id.text) })
        }
        guard done.isReplayed,
            let issued = (try? Document.parse(done.body))?.root["id"]?.string.flatMap(Pass.ID.init)
        else { return done }
        let pass = try await FindPass(issued, keys: keys)(on: database)
        return Answer(201) { pass.write(to: &$0, urls) }.replayed
    }

    /// The server's address for phones. They request a live merchant's passes only over https.
    func publicURLs(for merchant: Merchant) throws -> PublicURLs {
        let urls = urls()
        guard urls.isSecure || !merchant.live else { throw PassesRefusal.noPublicURL }
        return urls
    }

    @Sendable private func showPass(_ call: Call) async throws -> Response {
        let pass = try await FindPass(try call.identifier("pass"), keys: keys)(on: database)
        let urls = urls()
        return Answer { pass.write(to: &$0, urls) }.response
    }

    @Sendable private func changePass(_ call: Call) async throws -> Response {
        let document = try call.passDocument()
        let urls = try publicURLs(for: call.merchant)
        let withPackage = document.root["package"]?.bool == true
        let pass = try await change(call, urls) { parameters in
            let problems = Problems()
            guard let fields = ObjectReader(document.root, problems: problems) else {
                throw Problem.badFields(problems.all)
            }
            var parameters = parameters
            parameters.values = parameters.values.changed(by: fields)
            if let isVoided = fields.bool("voided") { parameters.isVoided = isVoided }
            if fields.isNull("customer") {
                parameters.customer = nil
            } else if let customer = call.customer(in: fields) {
                parameters.customer = customer.uuid
            }
            _ = fields.bool("package")
            fields.refuseUnknown()
            parameters.problems = problems.all
            return parameters
        }
        let package = try await withPackage ? packages.package(of: pass) : nil
        return Answer { pass.write(to: &$0, urls, package: package) }.response
    }

    private func change(
        _ call: Call, _ urls: PublicURLs,
        _ parameters: @escaping @Sendable (ChangePass.Attributes) throws -> ChangePass.Attributes
    ) async throws -> Pass {
        let change = ChangePass(
            try call.identifier("pass"), urls: urls, keys: keys, now: call.now,
            attributes: parameters)
        return try await database.transaction { try change(in: $0) }
    }

    @Sendable private func showPackage(_ call: Call) async throws -> Response {
        guard
            let found = try await AuthenticatedPass.find(
                try call.identifier("pass"), of: .pass, on: database)
        else { throw PassesRefusal.notFound }
        return Self.answer(try await packages.package(of: found), of: .pass)
    }

    @Sendable private func showFields(_ call: Call) async throws -> Response {
        let language = try call.passLanguage()
        let read = ReadFields(try call.identifier("pass"), in: language, keys: keys)
        let fields = try await read(on: database)
        return Answer { writer in
            writer.object { answer in
                answer.member("language", language?.text)
                answer.object("fields") { list in
                    for field in fields { field.write(to: &list) }
                }
            }
        }.response
    }

    @Sendable private func renewLink(_ call: Call) async throws -> Response {
        if !call.request.body.isEmpty {
            _ = try call.read { fields -> Bool? in
                fields.refuseUnknown()
                return true
            }
        }
        let urls = try publicURLs(for: call.merchant)
        let id: Pass.ID = try call.identifier("pass")
        let link = PassLink(to: id, PassSecret(random: random()))
        let change = ChangePass(id, urls: urls, keys: keys, now: call.now) { parameters in
            var parameters = parameters
            parameters.link = link
            return parameters
        }
        let done = try await call.idempotent(nil) { transaction in
            _ = try change(in: transaction)
            return .currentState
        }
        let shown = try await showPass(call)
        return done.isReplayed ? shown.replayed : shown
    }

    @Sendable private func revokeLink(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        _ = try await change(call, urls()) { parameters in
            var parameters = parameters
            parameters.link = nil
            return parameters
        }
        return Response(status: 204)
    }

    /// The answer with a package, for phones and browsers.
    static func answer(
        _ package: (bytes: [UInt8], modifiedAt: Instant), of kind: PackageKind
    ) -> Response {
        Response(
            status: 200,
            headers: [
                ("Content-Type", kind.mediaType),
                ("Last-Modified", package.modifiedAt.httpDate),
                ("Cache-Control", "private, no-store"), ("X-Content-Type-Options", "nosniff"),
            ], body: package.bytes)
    }
}

extension Instant {
    var httpDate: String { HTTPDate.text(microseconds / 1_000_000) }
}

extension Call {
    /// Parses the body, whose barcodes may be binary.
    fileprivate func passDocument() throws -> Document {
        do {
            return try PassJSON.parse(request.body, under: "members")
        } catch {
            throw Problem(error)
        }
    }

    /// The language in which the caller wants the fields.
    func passLanguage() throws -> PassLanguage? {
        try query(knowing: ["language"]) { query in
            query.value("language", detail: "a language code, such as fr or zh-Hans") {
                PassLanguage($0)
            }
        }
    }

    /// Reads the customer that a body names.
    fileprivate func customer(in fields: ObjectReader) -> Customer.ID? {
        let own = merchant.number
        return fields.value("customer", maxLength: 64, detail: "the id of one of your customers") {
            Customer.ID($0).flatMap { $0.merchant == own ? $0 : nil }
        }
    }
}

extension Pass {
    /// - Parameter package: the signed file, if the caller asked for it.
    func write(to writer: inout Writer, _ urls: PublicURLs, package: [UInt8]? = nil) {
        writer.object { pass in
            pass.member("id", id.text)
            pass.member("passType", type.text)
            pass.member("passTypeIdentifier", typeIdentifier)
            pass.member("serialNumber", serialNumber)
            pass.member(
                "customer", customer.map { Customer.ID(merchant: id.merchant, uuid: $0).text })
            pass.member("balance", subject.flatMap { Balance.ID($0) }?.text)
            pass.member("checkout", subject.flatMap { CheckoutSession.ID($0) }?.text)
            if let privateData { privateData.values.write(membersTo: &pass) }
            if let personalization = privateData?.personalization {
                pass.key("personalization")
                personalization.write(to: &pass)
            }
            pass.member("voided", isVoided)
            pass.member("devices", devices)
            pass.member("relevantAt", relevantAt?.rfc3339)
            pass.member("url", privateData?.link.map { urls.url(of: $0) })
            pass.member("modifiedAt", modifiedAt.rfc3339)
            pass.member("createdAt", createdAt.rfc3339)
            pass.member("erasedAt", ifPresent: erasedAt?.rfc3339)
            if !warnings.isEmpty { pass.array("warnings", warnings) { $0.write(to: &$1) } }
            if let package { pass.member("package", Base64.standard.encode(package)) }
        }
    }
}
