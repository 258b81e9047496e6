import Contacts
import Vocabulary

// What libFuzzer calls with bytes of its own making; bin/check runs it for half a minute.
//
// The first byte says at which stage and in which role a contact is examined, the rest is its parts,
// divided by the control character for that: so the fuzzer soon finds out which part does what.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let choice = bytes.first else { return 0 }
    let stage: Stage = choice & 1 == 0 ? .redacted : .full
    let role: Role = choice & 2 == 0 ? .shipping : .billing
    var parts = bytes.dropFirst().split(separator: 0x1F, omittingEmptySubsequences: false)[...].map
    {
        String(decoding: $0, as: UTF8.self)
    }[...]
    var contact = Contact()
    for part in ContactPart.allCases where part != .addressLines {
        contact[part] = parts.popFirst()
    }
    contact.addressLines = Array(parts)
    let seen = ContactRules.examine(
        contact, stage: stage, role: role,
        required: choice & 4 == 0 ? [] : Set(RequiredField.allCases),
        policy: ContactPolicy(deliversToPostOfficeBoxes: choice & 8 == 0))
    let fields = seen.errors.compactMap(\.contactField)
    precondition(Set(fields).count == fields.count, "two errors on one field")
    precondition(
        fields.allSatisfy { Reporting.allows($0, role, at: stage) }, "an error where none is shown")
    for error in seen.errors {
        precondition(!Catalogue.text(error.message, .english).isEmpty, "an error without words")
    }
    return 0
}
