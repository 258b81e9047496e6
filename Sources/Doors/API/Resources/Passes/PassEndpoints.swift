import Balances
import Checkouts
import Crypto
import Customers
import HTTP
import Idempotency
import JSON
import Merchants
import PassContents
import Passes
import Vocabulary

/// A merchant's passes.
enum PassEndpoints {
    private static let passes = "/v1/passes"
    private static let one = passes + "/{pass}"

    static let all: [Endpoint] = [
        Endpoint(
            ListEndpoint<Pass>(
                passes,
                filters: [
                    "passType", "customer", "balance", "checkout", "relevantFrom", "relevantUntil",
                    "devicesMin",
                ], filter: filter
            ) { $0.write(to: &$2, $1.services.urls()) }),
        Endpoint(.post, passes, for: .writer, repeated: .oneTransaction, issue),
        .show(one, find) { $0.write(to: &$2, $1.services.urls()) },
        Endpoint(.patch, one, for: .writer, change),
        Endpoint(.get, one + "/package", for: .reader) { call in
            let found = try await AuthenticatedPass.find(
                try call.identifier("pass"), of: .pass, on: call.database)
            guard let found else { throw PassesRefusal.notFound }
            return .package(try await call.services.packages.package(of: found), of: .pass)
        },
        .show(one + "/fields") { call in
            let language = try call.passLanguage()
            let read = ReadFields(try call.identifier("pass"), in: language, keys: call.keys)
            return (language, try await read(on: call.database))
        } write: { shown, _, writer in
            let (language, fields) = shown
            writer.object { answer in
                answer.member("language", language?.text)
                answer.object("fields") { list in
                    for field in fields { field.write(to: &list) }
                }
            }
        }
        .taking(["language"]),
        Endpoint(
            .post, one + "/link", for: .writer, body: .jsonOptional, repeated: .oneTransaction,
            renewLink),
        .delete(one + "/link") { call in
            setLink(of: try call.identifier("pass"), nil, call.services.urls(), call)
        },
    ]

    @Sendable private static func filter(_ query: QueryReader, _ call: Call) -> Pass.Filter {
        var filter = Pass.Filter()
        let type: PassType.ID? = query.value(
            "passType", detail: "the id of one of your pass types", parse: call.own)
        filter.type = type?.uuid
        let customer: Customer.ID? = query.value(
            "customer", detail: "the id of one of your customers", parse: call.own)
        filter.customer = customer?.uuid
        let balance: Balance.ID? = query.value(
            "balance", detail: "the id of one of your balances", parse: call.own)
        let checkout: CheckoutSession.ID? = query.value(
            "checkout", detail: "the id of one of your checkouts", parse: call.own)
        if balance != nil, checkout != nil {
            query.note("checkout", "conflict", "send either balance or checkout, not both")
        }
        filter.subject = balance?.text ?? checkout?.text
        filter.relevantFrom = query.instant("relevantFrom")
        filter.relevantUntil = query.instant("relevantUntil")
        filter.devicesMin = query.value("devicesMin", detail: "a whole number from 0 to 1000000") {
            $0.wholeNumber.flatMap { 0...1_000_000 ~= $0 ? Int($0) : nil }
        }
        return filter
    }

    @Sendable private static func find(_ call: Call) async throws -> Pass {
        try await FindPass(try call.identifier("pass"), keys: call.keys)(on: call.database)
    }

    @Sendable private static func issue(_ call: Call) async throws -> Response {
        let document = try call.passDocument()
        let urls = try call.services.publicURLs(for: call.merchant)
        let id: Pass.ID = call.newID()
        let random = call.services.random
        let secrets = (token: PassSecret(random: random()), link: PassSecret(random: random()))
        let fields = try document.fields()
        let type: PassType.ID? = fields.value(
            "passType", maxLength: 64, required: true, detail: "the id of one of your pass types",
            parse: call.own)
        let serial = fields.value(
            "serialNumber", maxLength: Pass.serialLengthMax,
            detail:
                "1 to 255 visible characters, without leading or trailing spaces, and not . or .."
        ) { Pass.isSerialNumber($0) ? $0 : nil }
        let customer = call.customer(in: fields)
        let balance: Balance.ID? = fields.value(
            "balance", maxLength: 64, detail: "the id of one of your balances", parse: call.own)
        let checkout: CheckoutSession.ID? = fields.value(
            "checkout", maxLength: 64, detail: "the id of one of your checkouts", parse: call.own)
        let isOne = balance == nil || checkout == nil
        if !isOne {
            fields.refuse("checkout", "conflict", "send either balance or checkout, not both")
        }
        let subject =
            balance.map { (member: "balance", id: $0.text) }
            ?? checkout.map { (member: "checkout", id: $0.text) }
        let values = PassValues().changed(by: fields)
        fields.refuseUnknown()
        guard let type else { throw Problem.badFields(fields.problems.all) }
        // Only the template shows the remaining errors; the same answer lists them.
        let issue = IssuePass(
            id: id, type: type, serialNumber: serial, customer: customer?.uuid,
            subject: isOne ? subject : nil, of: .all(call.keys), values: values,
            problems: fields.problems.all, secrets: secrets, urls: urls, keys: call.keys,
            now: call.now)
        // The answer has the link and the buyer's name, of which no copy is stored outside the
        // pass.
        return try await call.idempotent(document) { stored in
            let root = try? Document.parse(stored.body).root
            guard let issued = root?["id"]?.string.flatMap(Pass.ID.init) else {
                return Answer(stored).response
            }
            let pass = try await FindPass(issued, keys: call.keys)(on: call.database)
            return Answer(201) { pass.write(to: &$0, urls) }.response
        } _: { transaction in
            let pass = try issue(in: transaction)
            return Answer(201) {
                pass.write(to: &$0, urls)
            } storing: {
                $0.object { $0.member("id", pass.id.text) }
            }
        }
    }

    @Sendable private static func change(_ call: Call) async throws -> Response {
        let document = try call.passDocument()
        let urls = try call.services.publicURLs(for: call.merchant)
        let withPackage = document.root["package"]?.bool == true
        let change = ChangePass(
            try call.identifier("pass"), urls: urls, keys: call.keys, now: call.now
        ) { attributes in
            let fields = try document.fields()
            var attributes = attributes
            attributes.values = attributes.values.changed(by: fields)
            if let isVoided = fields.bool("voided") { attributes.isVoided = isVoided }
            if fields.isNull("customer") {
                attributes.customer = nil
            } else if let customer = call.customer(in: fields) {
                attributes.customer = customer.uuid
            }
            _ = fields.bool("package")
            fields.refuseUnknown()
            attributes.problems = fields.problems.all
            return attributes
        }
        let pass = try await call.run(change)
        let package = try await withPackage ? call.services.packages.package(of: pass) : nil
        return Answer { pass.write(to: &$0, urls, package: package) }.response
    }

    @Sendable private static func renewLink(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let urls = try call.services.publicURLs(for: call.merchant)
        let id: Pass.ID = try call.identifier("pass")
        let link = PassLink(to: id, PassSecret(random: call.services.random()))
        let change = setLink(of: id, link, urls, call)
        return try await call.idempotentThenShown {
            _ = try change(in: $0)
        } show: {
            let pass = try await find(call)
            return Answer { pass.write(to: &$0, call.services.urls()) }.response
        }
    }

    private static func setLink(
        of pass: Pass.ID, _ link: PassLink?, _ urls: PublicURLs, _ call: Call
    ) -> ChangePass {
        ChangePass(pass, urls: urls, keys: call.keys, now: call.now) { attributes in
            var attributes = attributes
            attributes.link = link
            return attributes
        }
    }
}

extension Services {
    /// The server's address for phones. They request a live merchant's passes only over https.
    func publicURLs(for merchant: Merchant) throws -> PublicURLs {
        let urls = urls()
        guard urls.isSecure || !merchant.live else { throw PassesRefusal.noPublicURL }
        return urls
    }
}

extension Document {
    /// The reader of a body's object, whose problems the template's problems join.
    func fields() throws -> ObjectReader {
        let problems = Problems()
        guard let fields = ObjectReader(root, problems: problems) else {
            throw Problem.badFields(problems.all)
        }
        return fields
    }
}

extension Response {
    /// The answer with a package, for phones and browsers.
    static func package(
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
        try query {
            $0.value("language", detail: "a language code, such as fr or zh-Hans") {
                PassLanguage($0)
            }
        }
    }

    /// Reads the customer that a body names.
    fileprivate func customer(in fields: ObjectReader) -> Customer.ID? {
        fields.value(
            "customer", maxLength: 64, detail: "the id of one of your customers", parse: own)
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
