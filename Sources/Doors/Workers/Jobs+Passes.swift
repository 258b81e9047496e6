import Crypto
import Passes
import Postgres

extension Jobs {
    /// Jobs that update passes in batches: to a new template, and to changes of the objects they
    /// represent.
    ///
    /// Phones receive a push within a second; several changes of a pass before that are one push.
    package static func passes(
        _ context: PushContext, _ keys: KeyRing, urls: @escaping @Sendable () -> PublicURLs,
        subjects: PassSubjects
    ) -> [Job] {
        let database = context.database
        let push = PushPasses(context)
        return [
            Job(name: "push changed passes", everyMilliseconds: 500, batch: PushPasses.batch) {
                now in
                try await push(at: now)
            },
            Job(
                name: "refresh stale passes", everyMilliseconds: 500,
                batch: RefreshStalePasses.batch
            ) { now in
                let follow = RefreshStalePasses(
                    subjects, keys: keys, urls: urls(), now: now)
                return try await follow(on: database)
            },
            Job(
                name: "issue orders", everyMilliseconds: 500,
                batch: IssueWaitingOrders.batch
            ) { now in
                let make = IssueWaitingOrders(subjects, keys: keys, urls: urls(), now: now)
                return try await make(on: database)
            },
            Job(
                name: "apply pass templates", everyMilliseconds: 1_000,
                batch: ApplyTemplate.batch
            ) { now in
                try await ApplyTemplate(keys: keys, urls: urls(), now: now)(on: database)
            },
        ]
    }
}
