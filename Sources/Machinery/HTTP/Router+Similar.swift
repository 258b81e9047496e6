import Spelling

extension Router {
    /// The template that a path without a route most likely stands for; nil if none is similar.
    ///
    /// A template's parameter matches any segment. Slashes too many do not count, and a template's
    /// first segment, which is the version, may be missing.
    func similar(to path: String) -> String? {
        guard path.utf8.count <= Self.similarBytesMax else { return nil }
        let segments = path.split(separator: "/").map { Spelling($0.utf8) }
        var best: (template: String, distance: Int)?
        for route in routes {
            let own = route.template.split(separator: "/").map(String.init)
            guard let distance = Self.distance(of: segments, to: own[...]),
                distance < best?.distance ?? .max
            else { continue }
            best = (route.template, distance)
        }
        return best?.template
    }

    /// Longer than any template with identifiers in it.
    private static let similarBytesMax = 256

    /// Nil also for a template of parameters alone, which is similar to every path.
    private static func distance(of path: [Spelling], to template: ArraySlice<String>) -> Int? {
        if path.count + 1 == template.count {
            return distance(of: path, to: template.dropFirst()).map { $0 + 1 }
        }
        guard path.count == template.count else { return nil }
        var sum: Int?
        for (segment, own) in zip(path, template) where !own.hasPrefix("{") {
            guard let distance = segment.distance(to: own) else { return nil }
            sum = (sum ?? 0) + distance
        }
        return sum
    }
}
