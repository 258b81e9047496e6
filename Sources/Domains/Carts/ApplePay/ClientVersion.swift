import Vocabulary

/// The version of Apple Pay JS decides which parts of a request a sheet can show.
///
/// Source: Apple Pay on the Web, version history; docs/api/sheet.md has the table.
extension CheckoutRequest {
    /// The lowest version whose sheet opens with the request and shows every charge that the buyer
    /// agrees to: an older one would omit the agreement, or refuse to open.
    package func minimumClientVersion(showing total: Money?) -> Int {
        var minimum = supportedNetworks.map(\.since).min() ?? 1
        for feature in indispensableFeatures { minimum = max(minimum, feature.since) }
        if total?.minorUnits == 0 { minimum = max(minimum, SheetFeature.zeroTotal.since) }
        return minimum
    }

    /// The features that a sheet must not omit: the agreement to later charges, and the shares of
    /// other merchants.
    var indispensableFeatures: [SheetFeature] {
        var features: [SheetFeature] = []
        if recurring != nil || automaticReload != nil || deferred != nil
            || cartContent.hasLaterLines
        {
            features.append(.laterPayments)
        }
        if !tokenContexts.isEmpty { features.append(.tokenContexts) }
        return features
    }

    /// The request as a browser's sheet shows it. The merchant's own `clientVersion` is the highest
    /// that is rendered; nil means the merchant's.
    package func rendered(for clientVersion: Int?) -> CheckoutRequest {
        guard let clientVersion, clientVersion < self.clientVersion else { return self }
        var request = self
        request.clientVersion = clientVersion
        return request
    }
}
