import Crypto
import Encodings
import JSON

extension CheckPass {
    /// Checks the barcodes. Returns whether the one that phones show is square.
    func barcodes(_ pass: ObjectReader) -> Bool {
        var codes: [Code] = []
        if let list = pass.array("barcodes", minCount: 1, maxCount: Self.barcodesMax) {
            codes = list.objects { barcode($0) }
            order(of: codes, in: list)
        }
        var first = codes.first?.format
        if let old = pass.object("barcode") {
            let code = barcode(old)
            if let format = code.format, !format.isOld {
                old.refuse("format", "invalid_value", "only `barcodes` supports this format")
            }
            if !pass.has("barcodes") {
                warnings.add("/barcode", "outdated", "replaced by the list `barcodes` since iOS 9")
            } else {
                warnIfBarcodesDiffer(code, codes)
            }
            first = first ?? code.format
        }
        return first == .qr || first == .aztec
    }

    private struct Code {
        let format: BarcodeFormat?
        let message: String?
        let encoding: String?

        /// True if both have the same message in the same bytes, in any format.
        func hasContent(of other: Code) -> Bool {
            guard let message, let text = other.message,
                // Unlike a comparison of strings, this one keeps é apart from e with an accent.
                message.utf8.elementsEqual(text.utf8)
            else { return false }
            guard let encoding, let name = other.encoding else { return true }
            return encoding.lowercased() == name.lowercased()
                || EncodedText.haveSameBytes(message, in: encoding, and: name)
        }
    }

    /// Warns if `barcode`, the fallback for old readers, differs from each of `barcodes`.
    private func warnIfBarcodesDiffer(_ code: Code, _ codes: [Code]) {
        // The errors of an invalid barcode are enough.
        guard let format = code.format, format.isOld, code.message != nil, !codes.isEmpty else {
            return
        }
        let same = codes.filter { $0.hasContent(of: code) }
        // If `barcodes` has no format that `barcode` allows, only the content can be the same.
        let hasOld = codes.contains { $0.format?.isOld == true }
        if same.isEmpty || hasOld && !same.contains(where: { $0.format == format }) {
            warnings.add(
                "/barcode", "differs",
                "no entry of `barcodes` has this format with the same message in the same bytes: "
                    + "phones differ in which member they show"
            )
        }
    }

    /// More than enough: phones show the first one that they can draw.
    private static let barcodesMax = 10

    /// Warns about the order: older phones need a format that they know, and newer phones never
    /// show one placed after it.
    private func order(of codes: [Code], in list: ArrayReader) {
        let formats = codes.compactMap(\.format)
        guard let new = formats.firstIndex(where: \.isNew) else { return }
        guard let old = formats.firstIndex(where: { !$0.isNew }) else {
            return warnings.add(
                list.pointer, "needs_ios_27",
                "phones before iOS 27 show no barcode: append a QR, PDF417, Aztec or Code 128 "
                    + "barcode"
            )
        }
        if old < new {
            warnings.add(
                list.pointer(to: new), "not_shown",
                "every phone shows the entry before this one instead: put this entry first")
        }
    }

    private func barcode(_ code: ObjectReader) -> Code {
        let format = code.choice("format", of: BarcodeFormat.self, required: true)
        let message = code.string(
            "message", minLength: 1, maxLength: BarcodeFormat.messageMax, required: true)
        let encoding = code.string("messageEncoding", minLength: 1, maxLength: 64, required: true)
        BarcodeEncoding.check(message, encoding, in: format, of: code, warnings)
        if let message, let fault = format?.fault(in: message) {
            code.refuse("message", "invalid_value", fault)
        } else if format == .codabar, let message, message != message.uppercased() {
            warnings.add(
                code.pointer(to: "message"), "undocumented",
                "Codabar's letters are A to D: Apple does not document whether phones read a to d "
                    + "as these"
            )
        }
        _ = code.string("altText", maxLength: Self.textMax)
        return Code(format: format, message: message, encoding: encoding)
    }

    /// Checks the message that the phone sends to a contactless reader.
    func nfc(_ pass: ObjectReader) {
        guard let nfc = pass.object("nfc") else { return }
        if let message = nfc.string(
            "message", minLength: 1, maxLength: Self.textMax, required: true),
            message.utf8.count > 64
        {
            warnings.add("/nfc/message", "cut_off", "NFC readers receive only the first 64 bytes")
        }
        _ = nfc.value(
            "encryptionPublicKey", maxLength: Self.textMax, required: true,
            detail: "an X.509 public key on the curve P-256, in Base64",
            parse: { text in
                Base64.standard.decode(text).flatMap { PublicKey.isOnP256($0) ? true : nil }
            })
        if nfc.bool("requiresAuthentication") == true, pass.node("sharingProhibited")?.bool != true
        {
            warnings.add(
                "/sharingProhibited", "shareable",
                "unless this is true, a pass that requires authentication can still be shared"
            )
        }
    }
}
