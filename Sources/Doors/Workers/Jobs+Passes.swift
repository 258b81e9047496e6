import Crypto
import Passes
import Postgres

extension Jobs {
    /// Jobs that update passes in batches: to a new template, and to changes of the objects they
    /// represent.
    ///
    /// Phones receive a push within a second; several changes of a pass before that are one push.
    package static func passes(
        _ desk: PushDesk, _ keys: KeyRing, address: @escaping @Sendable () -> WalletAddress,
        subjects: PassSubjects
    ) -> [Job] {
        let database = desk.database
        let push = PushPasses(desk)
        return [
            Job(name: "push changed passes", everyMilliseconds: 500, batch: PushPasses.batch) {
                now in
                try await push(at: now)
            },
            Job(
                name: "bring passes to what they stand for", everyMilliseconds: 500,
                batch: FollowSubjects.batch
            ) { now in
                let follow = FollowSubjects(
                    subjects, keys: keys, service: address(), now: now)
                return try await follow(on: database)
            },
            Job(
                name: "make orders of payments", everyMilliseconds: 500, batch: MakeOrders.batch
            ) { now in
                let make = MakeOrders(subjects, keys: keys, service: address(), now: now)
                return try await make(on: database)
            },
            Job(
                name: "bring passes into new templates", everyMilliseconds: 1_000,
                batch: BringTemplate.batch
            ) { now in
                try await BringTemplate(keys: keys, service: address(), now: now)(on: database)
            },
        ]
    }
}
