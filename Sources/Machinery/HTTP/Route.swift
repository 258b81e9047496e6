/// The bodies that a route accepts.
package enum BodyRule: Sendable {
    /// The server reads a body within the limit and ignores it.
    case none
    /// `application/json`, in UTF-8.
    case json
    /// Like `json`, or no body and no content type at all.
    case jsonOptional
    /// Any content type.
    case any
}

/// A method and a path template with its handler.
package struct Route: Sendable {
    package typealias Handler = @Sendable (Request, Parameters) async -> Response
    package typealias ImmediateHandler = @Sendable (Request, Parameters) -> Response

    enum Action: Sendable {
        case async(Handler)
        case immediate(ImmediateHandler)
    }

    /// 256 KiB: a payment request has about 1 KiB, an order with a thousand lines about 100.
    package static let bodyBytesMaxDefault = 256 * 1024

    package let method: Method
    /// Such as `/v1/checkouts/{checkout}/authorize`; a parameter is one whole segment.
    package let template: String
    package let body: BodyRule
    package let bodyBytesMax: Int
    let action: Action
    let parameterNames: [String]

    /// A route whose handler may wait. Without a body rule, POST, PUT and PATCH accept JSON.
    package init(
        _ method: Method, _ template: String, body: BodyRule? = nil,
        bodyBytesMax: Int = Route.bodyBytesMaxDefault, handler: @escaping Handler
    ) {
        self.init(method, template, body, bodyBytesMax, .async(handler))
    }

    /// A route that is answered at once on the loop's thread, without a task: its handler may not
    /// block. The server answers it however many requests are in flight, as a health check needs.
    package static func immediate(
        _ method: Method, _ template: String, body: BodyRule? = nil,
        bodyBytesMax: Int = Route.bodyBytesMaxDefault, handler: @escaping ImmediateHandler
    ) -> Route {
        Route(method, template, body, bodyBytesMax, .immediate(handler))
    }

    private init(
        _ method: Method, _ template: String, _ body: BodyRule?, _ bodyBytesMax: Int,
        _ action: Action
    ) {
        self.method = method
        self.template = template
        self.body = body ?? ([.post, .put, .patch].contains(method) ? .json : .none)
        self.bodyBytesMax = bodyBytesMax
        self.action = action
        parameterNames = template.split(separator: "/").compactMap { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? String(segment.dropFirst().dropLast()) : nil
        }
    }

    /// Runs the handler as the server would, for tests and for routes that call each other.
    package func handle(_ request: Request, _ parameters: Parameters) async -> Response {
        switch action {
        case .async(let handler): await handler(request, parameters)
        case .immediate(let handler): handler(request, parameters)
        }
    }
}

extension Route {
    /// The same route under a path prefix: `/v1/checkouts` below `/dashboard` is
    /// `/dashboard/v1/checkouts`.
    package func below(_ path: String) -> Route {
        Route(method, path + template, body, bodyBytesMax, action)
    }
}
