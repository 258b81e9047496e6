import Vocabulary

extension UUID128 {
    /// The 32 hexadecimal digits, as Postgres reads them.
    var digits: String {
        [high, low].map { word in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
    }
}
