import Contacts
import Customers
import Glibc
import JSON
import Vocabulary

/// Cleans an address list: reads a contact of JSON a line, and answers each with one line, in order.
struct CheckContacts {
    private var stage = Stage.full
    private var role = Role.shipping
    private var required: Set<RequiredField> = [.postalAddress]
    private var language = Language.english
    private var policy = ContactPolicy()

    /// The status when lines were no contacts; the others are answered all the same.
    static let badLinesStatus: Int32 = 1
    /// A contact of full length in four-byte letters, each escaped, has less.
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
                let fields = try value("fields with commas between them").split(separator: ",")
                required = Set(try fields.map { try Self.word(word, String($0)) })
            case "--locale": language = Language(acceptLanguage: try value("a language, as fr"))
            case "--allow-country":
                let code = try value("a code of two letters, as US")
                guard let country = Country(code) else {
                    throw CommandFailure.usage("--allow-country takes a code of ISO 3166-1, as US")
                }
                policy.allowedCountries = policy.allowedCountries ?? CountrySet()
                policy.allowedCountries?.insert(country)
            case "--exclude-region":
                let region = try value("a region, as US-HI")
                guard region.utf8.count >= 4, Array(region.utf8)[2] == UInt8(ascii: "-"),
                    Country(String(region.prefix(2))) != nil
                else {
                    throw CommandFailure.usage("--exclude-region takes ISO 3166-2, as US-HI")
                }
                policy.excludedRegions.insert(region)
            case "--no-post-office-boxes": policy.deliversToPostOfficeBoxes = false
            default: throw CommandFailure.usage("'\(word)' is not expected here")
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

    func callAsFunction() throws {
        var input = InputLines(lineBytesMax: Self.lineBytesMax)
        var output = OutputLines()
        var progress = LineProgress()
        var bad = 0
        while let line = input.next() {
            // An empty line is no contact, and no fault either.
            guard line?.isEmpty != true else { continue }
            let answer = line.map(answer(to:)) ?? .bad(Self.tooLong)
            output.add(answer.body)
            if answer.isBad { bad += 1 }
            progress.step(bad: bad, bytesRead: input.bytesRead)
        }
        output.flush()
        progress.end()
        guard bad == 0 else {
            throw CommandFailure(
                description: "\(bad) of \(progress.count) lines were no contacts",
                status: Self.badLinesStatus)
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
            pointer: "", code: "too_long", detail: "a line has at most \(lineBytesMax) bytes")
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
                    examined.write(membersTo: &body) { Catalogue.text($0, language) }
                }
            })
    }
}
