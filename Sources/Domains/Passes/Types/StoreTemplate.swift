import Archive
import Postgres
import Vocabulary

/// Replaces the type's template as a whole.
package struct StoreTemplate: Verb {
    package let id: PassType.ID
    package let template: PassTemplate
    package let now: Instant

    package init(_ template: PassTemplate, of id: PassType.ID, now: Instant) {
        self.template = template
        self.id = id
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws -> PassType {
        guard let row = try transaction.run(PassType.lock(id)).first else {
            throw PassesRefusal.notFound
        }
        var type = try PassType(row: row)
        // Storing the same files again is no change: phones would needlessly download their passes.
        guard try !isStored(in: transaction) else { return type }
        type.version += 1
        type.summary = template.summary
        type.changedAt = now
        try transaction.enqueue(PassType.dropFiles(of: id))
        try transaction.enqueue(PassType.insert(template.package.files, of: id))
        try transaction.enqueue(type.store)
        return type
    }

    private func isStored(in transaction: Transaction) throws -> Bool {
        let rows = try transaction.run(PassType.findWithFiles(id))
        let stored: [Zip.File] = try rows.map { Zip.File(try $0.get("path"), try $0.get("bytes")) }
        return stored.map(\.path) == template.package.files.map(\.path)
            && stored.map(\.bytes) == template.package.files.map(\.bytes)
    }
}
