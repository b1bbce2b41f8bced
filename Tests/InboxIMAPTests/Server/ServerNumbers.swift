/// A set of UIDs or message numbers in a command (RFC 9051 §9, `sequence-set`).
struct ServerNumbers: Sendable {
    private var ranges: [(UInt32, UInt32)] = []

    /// - Parameter last: what `*` means.
    init(_ text: String, last: UInt32) throws(ServerSyntaxError) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: ":", omittingEmptySubsequences: false).map {
                $0 == "*" ? last : UInt32($0).flatMap { $0 == 0 ? nil : $0 }
            }
            switch (ends.count, ends.first ?? nil, ends.last ?? nil) {
            case (1, let only?, _): ranges.append((only, only))
            case (2, let first?, let second?): ranges.append((min(first, second), max(first, second)))
            default: throw ServerSyntaxError(text: "\(text) is no set")
            }
        }
    }

    func contains(_ number: UInt32) -> Bool { ranges.contains { $0.0 <= number && number <= $0.1 } }

    /// Ascending numbers as a set.
    static func text(_ numbers: [UInt32]) -> String {
        var runs: [(UInt32, UInt32)] = []
        for number in numbers {
            if let last = runs.last, last.1 &+ 1 == number {
                runs[runs.count - 1].1 = number
            } else {
                runs.append((number, number))
            }
        }
        return runs.map { $0.0 == $0.1 ? "\($0.0)" : "\($0.0):\($0.1)" }.joined(separator: ",")
    }
}
