/// An array whose unreadable elements are left out and noted.
struct ReadableList<Element: Decodable>: Decodable {
    var elements: [Element] = []
    /// The fingerprints of the unreadable elements.
    var skipped: [UInt64] = []

    /// The number of elements sent.
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

    /// Never throws, because a failed element would stop its container from moving on.
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
