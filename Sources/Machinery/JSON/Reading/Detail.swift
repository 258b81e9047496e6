/// The texts of all problems. None repeats a value.
enum Detail {
    static let object = "this must be an object"
    static let array = "this must be an array"
    static let string = "this must be a string"
    static let bool = "this must be true or false"
    static let integer = "this must be an integer"
    static let decimalIsString = "an amount is a decimal string such as \"10.00\", not a number"
    static let decimal = "an amount is a decimal string such as \"10.00\""

    static func tooLong(_ length: Int, max: Int) -> String {
        "at most \(max) characters; this has \(length)"
    }

    static func tooShort(_ length: Int, min: Int) -> String {
        min == 1 ? "this must not be empty" : "at least \(min) characters; this has \(length)"
    }

    static func tooMany(_ count: Int, max: Int) -> String {
        "at most \(max) elements; this has \(count)"
    }

    static func tooFew(_ count: Int, min: Int) -> String {
        min == 1 ? "this must not be empty" : "at least \(min) elements; this has \(count)"
    }

    static func tooManyMembers(_ count: Int, max: Int) -> String {
        "at most \(max) members; this has \(count)"
    }

    static func longName(_ length: Int, max: Int) -> String {
        "a name can have at most \(max) characters; one has \(length)"
    }

    static func choice(_ values: [String]) -> String {
        "one of: " + values.joined(separator: ", ")
    }

    static func outOfRange(_ range: ClosedRange<Int64>) -> String {
        "from \(range.lowerBound) to \(range.upperBound)"
    }
}
