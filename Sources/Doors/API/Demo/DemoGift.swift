import Balances
import HTTP
import JSON
import Merchants
import PassContents
import Passes
import Postgres
import Vocabulary

/// The demo's gift card in Wallet: a balance and the pass that follows it.
///
/// Anyone with the pass's link is its holder, as the owner of a phone is. Their requests run as
/// those of the merchant's own server.
enum DemoGift {
    static func endpoints(of merchant: String) -> [Endpoint] {
        func shop(
            _ method: HTTP.Method, _ path: String, _ handler: @escaping Endpoint.Handler
        ) -> Endpoint {
            Endpoint(
                method, "/demo/passes" + path, for: .shop(merchant), body: HTTP.BodyRule.none,
                handler)
        }
        return [
            shop(.post, "", issueGift),
            shop(.get, "/{link}", showGift).taking(["language"]),
            shop(.post, "/{link}/freeze") { try await freezeGift($0, as: .merchant) },
            shop(.post, "/{link}/unfreeze") { try await freezeGift($0, as: nil) },
        ]
    }

    /// Opens the balance and issues its pass in one transaction, so that no card lacks its pass. A
    /// shop's server would make two calls.
    @Sendable private static func issueGift(_ call: Call) async throws -> Response {
        let type = try await giftType(call)
        let code = BalanceCode.generate(call.services.random())
        let balance = Balance(
            id: call.newID(), kind: .giftCard,
            currency: giftAmount.currency, codeHint: code.hint, reference: "demo",
            createdAt: call.now)
        let open = CreateBalance(
            balance: balance, code: code, amount: giftAmount, keys: call.keys,
            transfer: call.identify(), moment: call.moment)
        let issue = IssuePass(
            id: call.newID(), type: type.id,
            serialNumber: nil, customer: nil, subject: ("balance", balance.id.text),
            of: .all(call.keys),
            values: try Call.read(Document.parse(giftValues(code.grouped)).root) {
                PassValues().changed(by: $0)
            },
            secrets: (
                token: PassSecret(random: call.services.random()),
                link: PassSecret(random: call.services.random())
            ),
            urls: try call.services.publicURLs(for: call.merchant), keys: call.keys, now: call.now)
        let pass = try await call.database.transaction { transaction in
            _ = try open(in: transaction)
            return try issue(in: transaction)
        }
        return Answer(201) {
            $0.object {
                $0.member("balance", balance.id.text)
                $0.member("pass", pass.id.text)
                $0.member("code", code.grouped)
                $0.member("link", pass.privateData?.link?.text)
            }
        }.response
    }

    /// The newest pass type whose template shows a card's fields. A server with real certificates
    /// opens another type than bin/run does, and the shop may also have passes of other kinds.
    private static func giftType(_ call: Call) async throws -> PassType {
        let types = try await FindPassTypes(of: call.merchant.number)(on: call.database)
        let type = try types.first { type in
            guard type.kind == .pass, let summary = type.summary else { return false }
            let keys = try Document.parse(summary).root["fields"]?.elements.map(\.string) ?? []
            return giftFields.isSubset(of: keys.compactMap { $0 })
        }
        guard let type else { throw PassesRefusal.noTemplate }
        return type
    }

    private static let giftFields: Set = ["card", "balance"]

    /// Returns everything that the page draws, in its current state.
    @Sendable private static func showGift(_ call: Call) async throws -> Response {
        let language = try call.passLanguage()
        let pass = try await gift(call)
        let fields = try await ReadFields(pass.id, in: language, keys: call.keys)(on: call.database)
        let urls = call.services.urls()
        return Answer { writer in
            writer.object { answer in
                answer.member("passTypeIdentifier", pass.typeIdentifier)
                answer.member("voided", pass.isVoided)
                answer.member("url", pass.privateData?.link.map { urls.url(of: $0) })
                answer.object("fields") { list in
                    for field in fields { field.write(to: &list) }
                }
            }
        }.response
    }

    /// Freezes a lost card, or unfreezes one that was found.
    private static func freezeGift(_ call: Call, as freezeReason: Balance.FreezeReason?)
        async throws
        -> Response
    {
        guard let balance = try await gift(call).subject.flatMap(Balance.ID.init) else {
            throw Problem.notFound
        }
        let freeze = FreezeBalance(balance: balance, as: freezeReason, moment: call.moment)
        let frozen = try await call.run(freeze)
        return BalanceEndpoints.shown(frozen, call).response
    }

    /// The demo's pass that belongs to the link.
    private static func gift(_ call: Call) async throws -> Pass {
        guard let link = PassLink(call.parameters["link"]),
            link.pass.merchant == call.merchant.number,
            let found = try await AuthenticatedPass.find(by: link, on: call.database)
        else { throw Problem.notFound }
        return try await FindPass(found.id, keys: call.keys)(on: call.database)
    }

    private static let giftAmount = Money(minorUnits: 2_500, currency: .usDollar)

    /// The barcode holds the code for a till's scanner, without the hyphens that help human
    /// readers.
    private static func giftValues(_ code: String) -> [UInt8] {
        Writer.write { body in
            body.object("fields") { $0.member("card", "•••• " + code.suffix(4)) }
            body.object("members") { members in
                members.array("barcodes", [code]) { code, entry in
                    entry.object {
                        $0.member("format", "PKBarcodeFormatCode128")
                        $0.member("message", code.filter { $0 != "-" })
                        $0.member("messageEncoding", "iso-8859-1")
                        $0.member("altText", code)
                    }
                }
            }
        }
    }
}
