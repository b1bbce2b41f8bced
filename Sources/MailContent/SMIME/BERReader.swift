/// Reads ASN.1 elements in the basic encoding (X.690), as far as S/MIME needs them: tags of one byte, definite and indefinite lengths.
struct BERReader {
    struct Element {
        var tag: UInt8
        var content: Range<Int>
    }

    let bytes: [UInt8]
    /// The deepest nesting of elements of indefinite length, and of segmented strings; regular content needs four levels.
    private static let deepest = 16

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The outermost element, which must begin at the first byte.
    var root: Element? { element(at: 0, before: bytes.count)?.element }

    /// Returns the child elements; `nil` where they are malformed, or where the element can't have any.
    /// - Parameter limit: how many of the first children are enough.
    func children(of outer: Element, first limit: Int) -> [Element]? {
        guard outer.tag & 0x20 != 0 else { return nil }
        var found: [Element] = []
        var place = outer.content.lowerBound
        while place < outer.content.upperBound, found.count < limit {
            guard let (element, next) = self.element(at: place, before: outer.content.upperBound) else { return nil }
            found.append(element)
            place = next
        }
        return found
    }

    /// Returns the bytes of an OCTET STRING, which may be segmented.
    func octets(_ element: Element, depth: Int = 0) -> [UInt8]? {
        if element.tag == 0x04 { return Array(bytes[element.content]) }
        guard element.tag == 0x24, depth < Self.deepest else { return nil }
        var all: [UInt8] = []
        var place = element.content.lowerBound
        // Segment by segment: an array of all segments would be larger than their content.
        while place < element.content.upperBound {
            guard let (piece, next) = self.element(at: place, before: element.content.upperBound),
                let octets = self.octets(piece, depth: depth + 1)
            else { return nil }
            all += octets
            place = next
        }
        return all
    }

    private func element(at start: Int, before end: Int, depth: Int = 0) -> (element: Element, next: Int)? {
        guard depth < Self.deepest, end - start >= 2, bytes[start] & 0x1F != 0x1F else { return nil }
        let (tag, length) = (bytes[start], bytes[start + 1])
        let content = start + 2
        if length == 0x80 { return unmeasured(tag, at: content, before: end, depth) }
        guard length > 0x80 else {
            let next = content + Int(length)
            return next <= end ? (Element(tag: tag, content: content..<next), next) : nil
        }
        let digits = Int(length & 0x7F)
        guard digits <= 4, end - content >= digits else { return nil }
        let count = bytes[content..<content + digits].reduce(0) { $0 << 8 | Int($1) }
        guard count <= end - content - digits else { return nil }
        let next = content + digits + count
        return (Element(tag: tag, content: content + digits..<next), next)
    }

    /// Reads an element of indefinite length, which ends at two zero bytes after its children.
    private func unmeasured(_ tag: UInt8, at content: Int, before end: Int, _ depth: Int)
        -> (element: Element, next: Int)?
    {
        guard tag & 0x20 != 0 else { return nil }
        var place = content
        while end - place >= 2 {
            if bytes[place] == 0, bytes[place + 1] == 0 {
                return (Element(tag: tag, content: content..<place), place + 2)
            }
            guard let next = element(at: place, before: end, depth: depth + 1)?.next else { return nil }
            place = next
        }
        return nil
    }
}
