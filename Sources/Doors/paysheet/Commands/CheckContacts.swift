import Contacts
import Customers
import Glibc
import JSON
import Vocabulary

/// Cleans an address list: reads one contact in JSON a line, and answers each with one line, in
/// order.
struct CheckContacts {
    private var stage = Stage.full
    private var role = Role.shipping
    private var required: Set<RequiredField> = [.postalAddress]
    private var language = Language.english
    private var policy = ContactPolicy()

    /// A contact of full length in four-byte letters, each of them escaped, is shorter.
    static let lineBytesMax = 65_536

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        guard rest.popFirst() == "check" else { throw Command.misused("contacts") }
        while let word = rest.popFirst() {
            let value = { (meaning: String) throws -> String in
                guard let value = rest.popFirst() else {
                    throw CommandFailure.usage("\(word) takes \(meaning)")
                }
                return value
            }
            switch word {
            case "--stage": stage = try Self.word(word, try value("redacted or full"))
            case "--kind": role = try Self.word(word, try value("shipping or billing"))
            case "--required":
                let fields = try value("fields separated by commas").split(
                    separator: ",", omittingEmptySubsequences: false)
                required = Set(try fields.map { try Self.word(word, String($0)) })
            case "--locale": language = try Self.language(try value("a language code, such as fr"))
            case "--allow-country":
                let code = try value("a code of two letters, such as US").uppercased()
                guard let country = Country(code) else {
                    throw CommandFailure.usage(
                        "--allow-country takes an ISO 3166-1 country code, such as US")
                }
                policy.allowedCountries = policy.allowedCountries ?? CountrySet()
                policy.allowedCountries?.insert(country)
            case "--exclude-region":
                let region = try value("a region code, such as US-HI").uppercased()
                guard ContactRules.knowsRegion(region) else {
                    throw CommandFailure.usage(
                        "--exclude-region takes an ISO 3166-2 region code, such as US-HI, not "
                            + "'\(region)'"
                    )
                }
                policy.excludedRegions.insert(region)
            case "--no-post-office-boxes": policy.deliversToPostOfficeBoxes = false
            default: throw CommandFailure.usage("unexpected argument '\(word)'")
            }
        }
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ option: String, _ text: String
    ) throws -> Word {
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure.usage("\(option) takes \(known), not '\(text)'")
        }
        return word
    }

    private static func language(_ tag: String) throws -> Language {
        guard let language = Language(tag: tag) else {
            let known = Language.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure.usage("--locale takes \(known), not '\(tag)'")
        }
        return language
    }

    func callAsFunction() throws {
        var input = InputLines(lineBytesMax: Self.lineBytesMax)
        var output = OutputLines()
        var progress = LineProgress()
        var bad = 0
        while let line = try input.next() {
            // An empty line is neither a contact nor a fault. Its answer is an empty line, so that
            // both lists have the same line numbers.
            guard line?.isEmpty != true else {
                try output.add([])
                continue
            }
            let answer = line.map(answer(to:)) ?? .bad(Self.tooLong)
            try output.add(answer.body)
            if answer.isBad { bad += 1 }
            progress.step(bad: bad, bytesRead: input.bytesRead)
        }
        try output.flush()
        progress.end()
        guard bad == 0 else {
            throw CommandFailure.failed("\(bad) of \(progress.count) lines were not contacts")
        }
    }

    private struct Answer {
        let body: [UInt8]
        var isBad = false

        static func bad(_ problems: [FieldProblem]) -> Answer {
            Answer(
                body: Writer.value { writer in
                    writer.object { body in
                        body.array("problems", problems) { $0.write(to: &$1) }
                    }
                }, isBad: true)
        }
    }

    private static let tooLong = [
        FieldProblem(
            pointer: "", code: "too_long", detail: "a line can have at most \(lineBytesMax) bytes")
    ]

    private func answer(to line: [UInt8]) -> Answer {
        let document: Document
        do throws(JSONSyntaxError) {
            document = try Document.parse(line)
        } catch {
            return .bad([
                FieldProblem(pointer: "", code: "invalid_json", detail: "\(error)")
            ])
        }
        let problems = Problems()
        guard let fields = ObjectReader(document.root, problems: problems) else {
            return .bad(problems.all)
        }
        let contact = Contact(reading: fields)
        guard problems.isEmpty else { return .bad(problems.all) }
        let examined = ContactRules.examine(
            contact, stage: stage, role: role, required: required, policy: policy)
        return Answer(
            body: Writer.value { writer in
                writer.object { body in
                    examined.write(membersTo: &body) { MessageCatalog.text($0, language) }
                }
            })
    }
}
