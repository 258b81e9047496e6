import Postgres

/// A look at one sheet without a lock, for who decides and then stores. With it come the present version
/// of the merchant's settings, and a mark by which a change of its row is known: the transaction that
/// wrote it.
///
/// Those who look at the same moment have one statement (docs/decisions/0007).
struct LookToStore: Joint {
    let checkout: Sheet.ID

    var sharing: Sharing { .reading }

    static func statement(for looks: [LookToStore]) -> Query {
        looks.count == 1 ? Sheet.see(looks[0].checkout) : Sheet.see(looks.map(\.checkout))
    }
}

/// The same for who reads: with it comes its last attempt.
struct LookToRead: Joint {
    let checkout: Sheet.ID

    var sharing: Sharing { .reading }

    static func statement(for looks: [LookToRead]) -> Query {
        looks.count == 1 ? Sheet.find(looks[0].checkout) : Sheet.find(looks.map(\.checkout))
    }
}
