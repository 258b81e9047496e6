import Checkout

extension Jobs {
    /// What Apple and we tell each other of merchant tokens. A second is soon: whoever takes a token back does not
    /// know when the next charge is due, and one that is due now was due before they did.
    package static func merchantTokens(_ desk: AppleDesk) -> [Job] {
        let read = ReadTokenEvents(desk)
        let tell = TellUnlinks(desk)
        return [
            Job(
                name: "read merchant token events", everyMilliseconds: 1_000,
                batch: ReadTokenEvents.batch
            ) { now in
                try await read(at: now)
            },
            Job(
                name: "unlink merchant tokens", everyMilliseconds: 1_000, batch: TellUnlinks.batch
            ) { now in
                try await tell(at: now)
            },
        ]
    }
}
