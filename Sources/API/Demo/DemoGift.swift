import Balances
import HTTP
import JSON
import Merchants
import Passes
import Postgres
import Vocabulary

/// The demo's gift card in Wallet: a balance and the pass that follows it.
///
/// Whoever has the pass's link is its holder, as a phone's owner is. What they ask for is done as the merchant's own
/// server would do it.
extension Services {
    func giftRoutes(of merchant: String) -> [Route] {
        func shop(_ method: HTTP.Method, _ path: String, _ handler: @escaping Handler) -> Route {
            Route(method, "/demo/passes" + path, body: HTTP.BodyRule.none) { request, parameters in
                await self.answer(request, parameters, asShop: merchant, handler)
            }
        }
        return [
            shop(.post, "", issueGift),
            shop(.get, "/{link}", showGift),
            shop(.post, "/{link}/freeze") { try await self.freezeGift($0, as: .merchant) },
            shop(.post, "/{link}/unfreeze") { try await self.freezeGift($0, as: nil) },
        ] + PageFile.folder("pages/gift", at: "/demo/gift")
    }

    /// Both calls of a shop's server, one after the other.
    @Sendable private func issueGift(_ call: Call) async throws -> Response {
        // The newest one that passes can be issued of: whoever has real certificates opens another than bin/run.
        let types = try await FindPassTypes(of: call.merchant.number)(on: database)
        guard let type = types.first(where: { $0.kind == .pass && $0.version > 0 }) else {
            throw PassesRefusal.noTemplate
        }
        let opened = try await openBalance(call, Document.parse(Array(Self.giftBalance.utf8)))
        let balance = try Document.parse(opened.body).root
        guard let id = balance["id"]?.string, let code = balance["code"]?.string else {
            return opened
        }
        let body = Self.giftPass(of: type.id, balance: id, code: code)
        let issued = try await issuePass(call, Document.parse(body))
        let pass = try Document.parse(issued.body).root
        guard let url = pass["url"]?.string, let link = url.split(separator: "/").last else {
            return issued
        }
        return Answer(201) {
            $0.object {
                $0.member("balance", id)
                $0.member("pass", pass["id"]?.string)
                $0.member("code", code)
                $0.member("link", String(link))
            }
        }.response
    }

    /// All that the page draws, as it is now.
    @Sendable private func showGift(_ call: Call) async throws -> Response {
        let language = try call.passLanguage()
        let pass = try await gift(call)
        let fields = try await ReadFields(pass.id, in: language, keys: keys)(on: database)
        let address = wallet()
        return Answer { writer in
            writer.object { answer in
                answer.member("passTypeIdentifier", pass.typeIdentifier)
                answer.member("voided", pass.isVoided)
                answer.member("url", pass.held?.link.map { address.url(of: $0) })
                answer.object("fields") { list in
                    for field in fields { field.write(to: &list) }
                }
            }
        }.response
    }

    /// A card that is lost, and one that is found.
    private func freezeGift(_ call: Call, as freezing: Balance.Freezing?) async throws -> Response {
        guard let balance = try await gift(call).subject.flatMap(Balance.ID.init) else {
            throw Problem.notFound
        }
        let freeze = FreezeBalance(
            balance: balance, as: freezing, now: call.now, identify: { call.identify() })
        let frozen = try await database.transaction { try freeze(in: $0) }
        return Answer { frozen.write(to: &$0, at: call.now) }.response
    }

    /// The demo's own pass of a link.
    private func gift(_ call: Call) async throws -> Pass {
        guard let link = PassLink(call.parameters["link"]),
            link.pass.merchant == call.merchant.number,
            let held = try await HeldPass.find(by: link, on: database)
        else { throw Problem.notFound }
        return try await FindPass(held.id, keys: keys)(on: database)
    }

    private static let giftBalance =
        #"{"kind": "gift_card", "currencyCode": "USD", "amount": "25.00", "reference": "demo"}"#

    /// The barcode is the code as a till's scanner reads it, without what is there for the eye.
    private static func giftPass(of type: PassType.ID, balance: String, code: String) -> [UInt8] {
        Writer.write { body in
            body.member("passType", type.text)
            body.member("balance", balance)
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
