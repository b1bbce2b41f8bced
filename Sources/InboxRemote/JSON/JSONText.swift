import Glibc

/// A JSON text (RFC 8259), scanned once into a flat list of its values, each with the index after everything in it.
///
/// The structure must be strict JSON. Strings are accepted with any content, because the mail that they come from may be arbitrarily
/// broken: invalid UTF-8, raw control characters, unpaired surrogates and invalid escapes become U+FFFD or stay as they are, and the rest
/// of the text remains readable.
final class JSONText: Sendable {
    enum Kind: UInt8, Sendable {
        case null, no, yes, number, string, array, object
        /// A string with escapes.
        case escaped
    }

    /// A value, or the name of an object's member, which directly precedes its value.
    struct Node: Sendable {
        var kind: Kind
        /// The first byte; of a string, the byte after the opening quote.
        var start: UInt32
        /// The byte after the last; of an array or object, the number of elements or members.
        var end: UInt32
        /// The node after this one and everything in it.
        var next: UInt32

        var count: Int { Int(end) }
    }

    enum Failure: Error {
        case isNoJSON
    }

    static let deepest = 512

    let bytes: [UInt8]
    let nodes: [Node]

    /// - Throws: `Failure`, also if the text is nested deeper than `deepest` or is longer than 4 GB.
    init(_ bytes: [UInt8]) throws(Failure) {
        guard bytes.count < Int(UInt32.max) else { throw .isNoJSON }
        let read = bytes.withUnsafeBufferPointer { bytes -> [Node]? in
            var scanner = JSONScanner(bytes: bytes)
            return scanner.scan() ? scanner.nodes : nil
        }
        guard let read else { throw .isNoJSON }
        self.bytes = bytes
        nodes = read
    }
}

extension JSONText {
    func string(at index: Int) -> String? {
        let node = nodes[index]
        switch node.kind {
        case .string: return bytes(of: node) { String(decoding: $0, as: UTF8.self) }
        case .escaped: return bytes(of: node) { JSONEscapes.resolved($0) }
        default: return nil
        }
    }

    func flag(at index: Int) -> Bool? {
        switch nodes[index].kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// Returns nil also if the number is not whole, such as 1.5.
    func whole(at index: Int) -> Int? {
        let node = nodes[index]
        guard node.kind == .number else { return nil }
        return bytes(of: node) { Int(String(decoding: $0, as: UTF8.self)) }
            ?? number(at: index).flatMap { Int(exactly: $0) }
    }

    func number(at index: Int) -> Double? {
        let node = nodes[index]
        guard node.kind == .number else { return nil }
        let number = bytes(of: node) { Double(String(decoding: $0, as: UTF8.self)) }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Returns the value of an object's member. The first of duplicate names counts.
    func member(_ name: String, of object: Int) -> Int? {
        var name = name
        return name.withUTF8 { name in
            var at = object + 1
            for _ in 0..<nodes[object].count {
                if isName(at, name) { return at + 1 }
                at = Int(nodes[at + 1].next)
            }
            return nil
        }
    }

    private func isName(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let node = nodes[index]
        if node.kind == .escaped { return string(at: index).map { $0.utf8.elementsEqual(name) } ?? false }
        guard Int(node.end - node.start) == name.count else { return false }
        guard let first = name.baseAddress else { return true }
        return bytes(of: node) { bytes in bytes.baseAddress.map { memcmp($0, first, name.count) == 0 } ?? false }
    }

    private func bytes<Result>(of node: Node, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)])) }
    }
}
