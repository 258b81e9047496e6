import JSON
import Merchants
import Vocabulary

extension Figures {
    package func write(to writer: inout Writer, of span: FigureSpan) {
        writer.object { body in
            body.member("from", span.from)
            body.member("to", span.to)
            body.member("step", span.step.rawValue)
            body.member("timeZone", span.timeZone)
            body.object("checkouts") {
                $0.member("opened", opened)
                $0.member("paid", paid)
                $0.member("lostAtField", lostAtField)
            }
            body.array("volume", volumes) { $0.write(to: &$1) }
            body.array("tries", attemptCounts) { step, entry in
                entry.object {
                    $0.member("at", step.at)
                    $0.member("approved", step.approved)
                    $0.member("declined", step.declined)
                }
            }
            body.array("declines", declines) { decline, entry in
                entry.object {
                    $0.member("code", decline.code)
                    $0.member("count", decline.count)
                }
            }
            body.array("fieldErrors", fieldErrors) { wrong, entry in
                entry.object {
                    $0.member("contactField", wrong.field)
                    $0.member("checkouts", wrong.checkouts)
                    $0.member("lost", wrong.lost)
                }
            }
        }
    }
}

extension Figures.Volume {
    fileprivate func write(to writer: inout Writer) {
        let decimal = { Money(minorUnits: $0, currency: currency).decimal }
        writer.object {
            $0.member("at", at)
            $0.member("currencyCode", currency.code)
            $0.member("captured", decimal(captured))
            $0.member("captures", captures)
            $0.member("refunded", decimal(refunded))
            $0.member("refunds", refunds)
        }
    }
}
