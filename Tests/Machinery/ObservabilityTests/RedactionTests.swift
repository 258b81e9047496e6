import Observability
import Testing

@Suite struct RedactionTests {
    @Test(arguments: [
        ("nothing to hide", "nothing to hide"),
        ("sk_live_1a2B3c", "[key]"),
        ("key=pk_test_xyz, next", "key=[key], next"),
        ("op_abc cs_def", "[key] [key]"),
        ("SK_LIVE_1", "[key]"),
        ("whsec_MfKQ9r8", "[key]"),
        ("secret=whsec_ab/cd+ef/gh=, next", "secret=[key], next"),
        ("rk_live_9z", "[key]"),
        ("Authorization: Bearer abc.def.ghi!", "Authorization: [key]"),
        ("task_force and risk_free", "task_force and risk_free"),
        ("constraint merchants_pk_unique", "constraint merchants_pk_unique"),
        ("sk_ alone", "sk_ alone"),
        ("card 4111111111111111.", "card [number]."),
        ("card 4111 1111 1111 1111 end", "card [number] end"),
        ("card 4111-1111-1111-1111", "card [number]"),
        ("amex 378282246310005", "amex [number]"),
        ("twelve 123456789012", "twelve [number]"),
        ("eleven 12345678901", "eleven 12345678901"),
        ("nineteen 1234567890123456789", "nineteen [number]"),
        ("twenty 12345678901234567890", "twenty [number]"),
        ("took 12 of 34 in 56", "took 12 of 34 in 56"),
        ("2026-11-21T14:03:09Z", "2026-11-21T14:03:09Z"),
        ("to jane.doe+x@shop.example.com now", "to [email] now"),
        ("<müller@exämple.de>", "<[email]>"),
        ("at @ sign", "at @ sign"),
        ("", ""),
    ])
    func `secrets and personal data are masked`(text: String, masked: String) {
        #expect(Redaction.masked(text) == masked)
    }
}
