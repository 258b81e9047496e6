import JSON

extension Tariff {
    /// `{"zone": 0, "rates": [1, 2]}`.
    package var bytes: [UInt8] {
        Writer.value { writer in
            writer.object {
                if let zone { $0.member("zone", zone) }
                $0.array("rates", rates) { $1.value($0) }
            }
        }
    }

    package init(stored bytes: [UInt8]) throws {
        let root = try Document.parse(bytes).root
        self.init(
            zone: root["zone"]?.int64.map(Int.init),
            rates: root["rates"]?.elements.compactMap { $0.int64.map(Int.init) } ?? [])
    }
}
