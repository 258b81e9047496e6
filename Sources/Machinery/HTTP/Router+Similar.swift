import Spelling

extension Router {
    /// The template that a path without a route most likely stands for; nil if none is similar.
    ///
    /// A template's parameter matches any segment. Slashes too many do not count, and a template's
    /// first segment, which is the version, may be missing.
    func similar(to path: String) -> String? {
        guard path.utf8.count <= Self.similarBytesMax else { return nil }
        let segments = path.utf8.split(separator: UInt8(ascii: "/")).map { Spelling($0) }
        var best: (template: String, distance: Int)?
        for (template, literals) in spelled {
            guard let distance = Self.distance(of: segments, to: literals[...]),
                distance < best?.distance ?? .max
            else { continue }
            best = (template, distance)
        }
        return best?.template
    }

    /// Longer than any template with identifiers in it.
    private static let similarBytesMax = 256

    /// The templates of routes, each once, with their segments; nil for a parameter.
    static func spelled(_ routes: [Route]) -> [(template: String, literals: [Spelling?])] {
        var seen: Set<String> = []
        return routes.map(\.template).filter { seen.insert($0).inserted }.map { template in
            let segments = template.utf8.split(separator: UInt8(ascii: "/"))
            return (
                template, segments.map { $0.first == UInt8(ascii: "{") ? nil : Spelling($0) }
            )
        }
    }

    /// Nil also for a template of parameters alone, which is similar to every path.
    private static func distance(of path: [Spelling], to literals: ArraySlice<Spelling?>) -> Int? {
        if path.count + 1 == literals.count {
            return distance(of: path, to: literals.dropFirst()).map { $0 + 1 }
        }
        guard path.count == literals.count else { return nil }
        // Most templates differ by the length of a segment, which costs less to compare.
        for case (let segment, let literal?) in zip(path, literals)
        where !segment.mayBeNear(to: literal) { return nil }
        var sum: Int?
        for case (let segment, let literal?) in zip(path, literals) {
            guard let distance = segment.distance(to: literal) else { return nil }
            sum = (sum ?? 0) + distance
        }
        return sum
    }
}
