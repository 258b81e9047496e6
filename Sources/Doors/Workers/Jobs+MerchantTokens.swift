import Payments

extension Jobs {
    /// Jobs that exchange notices about merchant tokens with Apple. A second is soon enough: a
    /// person who deletes a token does not know when the next charge is due, and a charge due now
    /// was due before the deletion.
    package static func merchantTokens(_ service: AppleTokenService) -> [Job] {
        let read = ReadTokenEvents(service)
        let send = SendTokenUnlinks(service)
        return [
            Job(
                name: "read merchant token events", everyMilliseconds: 1_000,
                batch: ReadTokenEvents.batch
            ) { now in
                try await read(at: now)
            },
            Job(
                name: "unlink merchant tokens", everyMilliseconds: 1_000,
                batch: SendTokenUnlinks.batch
            ) { now in
                try await send(at: now)
            },
        ]
    }
}
