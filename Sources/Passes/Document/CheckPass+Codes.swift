import Crypto
import JSON

extension CheckPass {
    /// Whether the one that is shown is square.
    func barcodes(_ pass: ObjectReader) -> Bool {
        var first: BarcodeFormat?
        if let codes = pass.array("barcodes", minCount: 1, maxCount: Self.barcodesMax) {
            let formats = codes.objects { self.barcode($0) }
            first = formats.first
        }
        if let old = pass.object("barcode") {
            let format = barcode(old)
            if format == .code128 {
                old.refuse(
                    "format", "invalid_value", "only `barcodes` knows Code 128")
            }
            if !pass.has("barcodes") {
                warnings.add("/barcode", "outdated", "since iOS 9 it is `barcodes`, a list")
            }
            first = first ?? format
        }
        return first == .qr || first == .aztec
    }

    /// Phones take the first that they can show.
    private static let barcodesMax = 10

    private func barcode(_ code: ObjectReader) -> BarcodeFormat? {
        let format = code.choice("format", of: BarcodeFormat.self, required: true)
        let message = code.string(
            "message", minLength: 1, maxLength: Self.textMax, required: true)
        let encoding = code.string("messageEncoding", minLength: 1, maxLength: 64, required: true)
        BarcodeEncoding.check(message, encoding, of: code, warnings)
        _ = code.string("altText", maxLength: Self.textMax)
        return format
    }

    /// What the phone says to a reader beside it.
    func nfc(_ pass: ObjectReader) {
        guard let nfc = pass.object("nfc") else { return }
        if let message = nfc.string(
            "message", minLength: 1, maxLength: Self.textMax, required: true),
            message.utf8.count > 64
        {
            warnings.add("/nfc/message", "cut_off", "readers get the first 64 bytes")
        }
        _ = nfc.value(
            "encryptionPublicKey", maxLength: Self.textMax, required: true,
            detail: "a public key on the curve P-256 as X.509 has it, in Base64",
            parse: { text in
                Base64.standard.decode(text).flatMap { PublicKey.isOnP256($0) ? true : nil }
            })
        if nfc.bool("requiresAuthentication") == true, pass.node("sharingProhibited")?.bool != true
        {
            warnings.add(
                "/sharingProhibited", "shareable",
                "a pass that asks for its owner's face is shared none the less, unless this is true"
            )
        }
    }
}

private enum BarcodeFormat: String, CaseIterable {
    case qr = "PKBarcodeFormatQR"
    case pdf417 = "PKBarcodeFormatPDF417"
    case aztec = "PKBarcodeFormatAztec"
    case code128 = "PKBarcodeFormatCode128"
}
