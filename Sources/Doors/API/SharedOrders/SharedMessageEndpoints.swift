import HTTP
import JSON
import Merchants
import SharedOrders
import Threads
import Vocabulary

/// The bubbles of a conversation: each step's text and picture, and a device's report that it was
/// sent.
enum SharedMessageEndpoints {
    private static let messages = SharedEndpoints.order + "/messages"

    static let all: [Endpoint] = [
        .shared(.post, messages, compose),
        .shared(.post, messages + "/{message}", report),
    ]

    @Sendable private static func compose(_ call: Call) async throws -> Response {
        let (step, choice, identifier) = try call.read { fields in
            let step: Bubble.Step? = fields.choice("step", required: true)
            let choice = fields.string(
                "choice", maxLength: SharedOrderLimits.identifierLengthMax)
            let identifier = fields.messagesIdentifier()
            fields.refuseUnknown()
            return step.map { ($0, choice, identifier) }
        }
        let participant = try call.participant
        if let identifier { try await requireOwn(identifier, of: participant, call) }
        let compose = ComposeMessage(try call.sharedOrder, caller: participant, now: call.now)
        let number = try await compose(on: call.sharedOrders)
        let view = try await call.view(of: compose.order)
        let url = call.url(of: try call.link(to: view.order))
        let found = view.choices.first { $0.participant == participant && $0.name == choice }
        return Answer(201) { writer in
            writer.object { body in
                body.member("message", number)
                body.member("status", SharedMessage.State.composed.rawValue)
                view.write(
                    bubble: step, at: url, by: participant, identifier, found, to: &body, call)
            }
        }.response
    }

    /// Refuses another participant's identifier, so that a device cannot speak in another name.
    private static func requireOwn(
        _ identifier: UUID128, of participant: Int, _ call: Call
    ) async throws {
        let view = try await call.view(of: call.sharedOrder)
        let person = view.people.first { $0.number == participant && $0.isPresent }
        guard let person, !person.devices.contains(identifier) else { return }
        throw Problem.badFields([
            FieldProblem(
                pointer: "/identifier", code: "invalid_value",
                detail: "not one of your identifiers: join with it first")
        ])
    }

    @Sendable private static func report(_ call: Call) async throws -> Response {
        let state = try call.read { fields in
            let state: SharedMessage.State? = fields.choice("status", required: true)
            if state == .composed {
                fields.refuse("status", "invalid_value", "a device cannot report this state")
            }
            fields.refuseUnknown()
            return state
        }
        guard let number = call.named("message") else {
            throw SharedOrderRefusal.noSuchMessage
        }
        let report = ReportMessage(
            try call.sharedOrder, caller: try call.participant, message: number, state: state,
            now: call.now)
        let message = try await report(on: call.sharedOrders)
        return Answer { writer in
            writer.object {
                $0.member("message", message.number)
                $0.member("status", message.state.rawValue)
            }
        }.response
    }

    /// Serves the pictures of the chosen items in one image; each state's image is composed once
    /// and cached. A bubble's image must be below the address that the bubble opens.
    static let picture = Endpoint.shared(.get, "/s/{token}/picture", for: .link) { call in
        let view = try await call.view(of: call.sharedOrder)
        let cache = call.services.sharedPictures
        let bytes: [UInt8]
        if let known = cache[view.order.id, view.order.version] {
            bytes = known
        } else {
            let compose = ComposePictures(view.pictures, of: view.order.id.merchant)
            bytes = try await compose(on: call.database, in: call.services.imageProcessor)
            cache.keep(bytes, of: view.order.id, view.order.version)
        }
        return Response(
            status: 200,
            headers: [
                ("Content-Type", "image/jpeg"), ("Cache-Control", "no-store"),
                ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
            ], body: bytes)
    }
}

extension ObjectReader {
    /// Reads the identifier of a participant on one of their devices.
    func messagesIdentifier() -> UUID128? {
        value(
            "identifier", maxLength: 36,
            detail: "a UUID, such as a participant's identifier in Messages",
            parse: UUID128.init(hyphenated:))
    }
}

extension SharedOrderView {
    /// Writes the parts of an `MSMessage` for the step.
    func write(
        bubble step: Bubble.Step, at url: String, by participant: Int,
        _ identifier: UUID128? = nil, _ choice: Choice? = nil, to body: inout Writer, _ call: Call
    ) {
        let bubble = Bubble(
            step, of: self, by: participant, identifier: identifier, choice: choice,
            total: bill(call.rounding).map { order.money($0.total) }, call.language)
        body.member("url", url)
        body.member("caption", bubble.caption)
        body.member("subcaption", bubble.subcaption)
        body.member("trailingCaption", bubble.trailingCaption)
        body.member("trailingSubcaption", bubble.trailingSubcaption)
        body.member("imageTitle", bubble.imageTitle)
        body.member("imageSubtitle", bubble.imageSubtitle)
        body.member("summaryText", bubble.summaryText)
        body.member("accessibilityLabel", bubble.accessibilityLabel)
        if terms.menu.items.contains(where: { $0.picture != nil }) {
            body.member("imageURL", "\(url)/picture?version=\(order.version)")
        }
    }

    /// The pictures of the chosen items, the most chosen first; those of the menu while nothing is
    /// chosen.
    fileprivate var pictures: [PictureName] {
        var pieces: [String: Int64] = [:]
        for choice in choices where choice.state == .placed {
            guard case .item(let id) = choice.content.product, let place = terms.menu.place(of: id),
                let picture = terms.menu.items[place].picture
            else { continue }
            pieces[picture, default: 0] += choice.content.quantity
        }
        let chosen = pieces.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        let names = chosen.isEmpty ? terms.menu.items.compactMap(\.picture) : chosen
        return names.prefix(9).compactMap(PictureName.init)
    }
}

/// A cache of the images of states, because composing one takes tens of milliseconds.
final class SharedPictures: Sendable {
    private struct Key: Hashable {
        let order: SharedOrder.ID
        let version: Int64
    }

    private let cache = Locked<[Key: [UInt8]]>([:])
    /// Each has some hundred kilobytes.
    private static let cachedMax = 100

    subscript(order: SharedOrder.ID, version: Int64) -> [UInt8]? {
        cache.withLock { $0[Key(order: order, version: version)] }
    }

    func keep(_ bytes: [UInt8], of order: SharedOrder.ID, _ version: Int64) {
        cache.withLock { cache in
            if cache.count >= Self.cachedMax { cache.removeAll() }
            cache[Key(order: order, version: version)] = bytes
        }
    }
}
