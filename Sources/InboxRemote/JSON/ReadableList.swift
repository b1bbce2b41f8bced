/// An array whose unreadable elements are left out and noted.
struct ReadableList<Element: Decodable>: Decodable {
    var elements: [Element] = []
    /// The fingerprints of the unreadable elements.
    var skipped: [UInt64] = []

    /// The number of elements sent.
    var sentCount: Int { elements.count + skipped.count }

    init(from decoder: any Decoder) throws { try self.init(JSONReader(from: decoder)) }

    /// - Throws: if the value is no array.
    init(_ reader: JSONReader) throws {
        var all = try JSONElements(reader)
        while let next = all.next() {
            if let element = try? next.read(Element.self) {
                elements.append(element)
            } else {
                skipped.append(next.fingerprint)
            }
        }
    }
}

extension ReadableList: Sendable where Element: Sendable {}
