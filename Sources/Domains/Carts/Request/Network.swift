/// A payment network of Apple Pay JS, by Apple's name.
package enum Network: String, CaseIterable, Sendable {
    case amex, chinaUnionPay, discover, interac, masterCard, privateLabel, visa
    case jcb
    case cartesBancaires, eftpos, electron, maestro, vPay
    case elo, mada
    case girocard, mir
    case dankort
    case bancomat, bancontact

    /// The first version of Apple Pay JS that knows it; an older one throws a TypeError.
    package var since: Int {
        switch self {
        case .amex, .chinaUnionPay, .discover, .interac, .masterCard, .privateLabel, .visa: 1
        case .jcb: 2
        case .cartesBancaires, .eftpos, .electron, .maestro, .vPay: 4
        case .elo, .mada: 5
        case .girocard, .mir: 11
        case .dankort: 13
        case .bancomat, .bancontact: 14
        }
    }
}
