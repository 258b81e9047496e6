/// Pairs of pass.json members in which a new member replaces a deprecated one.
///
/// Readers differ in which one they prefer: Wallet uses `barcodes`, others the deprecated
/// `barcode`; iOS 17 reads `relevantDate`, iOS 18 `relevantDates` (Apple's Pass reference marks the
/// old ones as deprecated).
enum MemberCounterpart {
    static func of(_ member: String) -> String? {
        switch member {
        case "barcode": "barcodes"
        case "barcodes": "barcode"
        case "relevantDate": "relevantDates"
        case "relevantDates": "relevantDate"
        default: nil
        }
    }
}
