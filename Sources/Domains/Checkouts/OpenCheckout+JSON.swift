import Carts
import JSON
import Merchants
import Vocabulary

extension OpenCheckout.Outcome {
    /// The members of Apple's payment request, without contacts. They are the largest part of the
    /// answer and of its copy for a replay, so both share them.
    package func paymentRequest(of merchant: Merchant) -> [UInt8] {
        Writer.members { writer in
            PaymentRequest(
                session.request, price: price, totalLabel: merchant.statementName,
                couponCode: session.choice.coupon?.code.folded
            ).write(membersTo: &writer)
        }
    }

    /// Writes the opened checkout. The copy for a replay has neither the prefilled contacts nor the
    /// client secret.
    package func write(
        to writer: inout Writer, of merchant: Merchant, paymentRequest: [UInt8],
        prefill: Prefill? = nil, clientSecret: ClientSecret? = nil
    ) {
        writer.object { body in
            session.write(summaryTo: &body, at: session.createdAt)
            body.member("live", merchant.live)
            body.member("reference", ifPresent: session.request.reference)
            body.member("expiresAt", session.expiresAt)
            body.object("paymentRequest") {
                $0.members(paymentRequest)
                prefill?.write(membersTo: &$0)
            }
            body.member("clientSecret", ifPresent: clientSecret?.text)
        }
    }
}
