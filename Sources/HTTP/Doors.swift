/// What the owner of a server gives it to say.
struct Doors: Sendable {
    let router: Router
    let refuse: @Sendable (Refusal, String) -> Response
    let finished: @Sendable (Exchange) -> Void
    let adorn: (@Sendable (Request, inout Response) -> Void)?
}
