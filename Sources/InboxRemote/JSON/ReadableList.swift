/// An array whose unreadable elements are left out and noted.
struct ReadableList<Element: Decodable>: Decodable {
    var elements: [Element] = []
    /// The fingerprints of the unreadable elements.
    var skipped: [UInt64] = []

    /// The number of elements that the server sent.
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

    /// Never throws, because an element that fails to decode would keep its container from moving on.
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
