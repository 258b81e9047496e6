/// The owner's part of a server: its routes, its refusals and its callbacks.
struct ServerHandlers: Sendable {
    let router: Router
    let refuse: @Sendable (Refusal, String) -> Response
    let finished: @Sendable (Exchange) -> Void
    let decorate: (@Sendable (Request, inout Response) -> Void)?
}
