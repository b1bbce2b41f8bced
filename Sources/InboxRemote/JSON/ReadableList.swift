/// An array of which the elements that cannot be read are left out and counted.
struct ReadableList<Element: Decodable>: Decodable {
    var elements: [Element] = []
    /// How many could not be read.
    var skipped = 0

    /// As many as the server sent.
    var sentCount: Int { elements.count + skipped }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            if let element = try container.decode(Attempt.self).element {
                elements.append(element)
            } else {
                skipped += 1
            }
        }
    }

    /// Never fails, because a failed element would keep its container from moving on.
    private struct Attempt: Decodable {
        let element: Element?

        init(from decoder: any Decoder) {
            element = try? Element(from: decoder)
        }
    }
}

extension ReadableList: Sendable where Element: Sendable {}
