/// The pending migrations, computed from the given and the applied ones; pure.
struct MigrationPlan: Equatable {
    struct Applied: Equatable {
        let number: Int
        let checksum: String
    }

    let pending: [Migration]

    /// Checksums are in the order of the given migrations.
    init(given: [Migration], checksums: [String], applied: [Applied]) throws(MigrationError) {
        var known: [Int: (migration: Migration, checksum: String)] = [:]
        for (migration, checksum) in zip(given, checksums) {
            if known.updateValue((migration, checksum), forKey: migration.number) != nil {
                throw .doubled(number: migration.number)
            }
        }
        for row in applied.sorted(by: { $0.number < $1.number }) {
            guard let (migration, checksum) = known.removeValue(forKey: row.number) else {
                throw .tooNew(number: row.number)
            }
            if checksum != row.checksum, !migration.earlierChecksums.contains(row.checksum) {
                throw .changed(number: migration.number, name: migration.name)
            }
        }
        pending = known.values.map(\.migration).sorted { $0.number < $1.number }
        let last = applied.map(\.number).max() ?? 0
        if let first = pending.first, first.number < last {
            throw .outOfOrder(number: first.number, name: first.name)
        }
    }
}
