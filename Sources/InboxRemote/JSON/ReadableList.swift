/// An array of which the elements that cannot be read are left out and noted.
struct ReadableList<Element: Decodable>: Decodable {
    var elements: [Element] = []
    /// Those that could not be read, each by a number for what it says.
    var skipped: [UInt64] = []

    /// As many as the server sent.
    var sentCount: Int { elements.count + skipped.count }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            switch try container.decode(Attempt.self) {
            case .read(let element): elements.append(element)
            case .unreadable(let number): skipped.append(number)
            }
        }
    }

    /// Never fails, because a failed element would keep its container from moving on.
    private enum Attempt: Decodable {
        case read(Element)
        case unreadable(UInt64)

        init(from decoder: any Decoder) {
            if let element = try? Element(from: decoder) {
                self = .read(element)
            } else {
                self = .unreadable((decoder as? JSONReader)?.fingerprint ?? 0)
            }
        }
    }
}

extension ReadableList: Sendable where Element: Sendable {}
