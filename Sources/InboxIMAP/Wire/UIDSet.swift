/// Unique ids of a folder's messages (RFC 9051 §2.3.1.1), as ranges: `1:3,7`.
package struct UIDSet: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral {
    /// Ascending, apart from each other by at least one.
    package private(set) var ranges: [ClosedRange<UInt32>] = []

    package init() {}
    package init(_ uids: some Sequence<UInt32>) { fatalError("to do") }
    package init(_ range: ClosedRange<UInt32>) { ranges = [range] }
    package init(arrayLiteral elements: UInt32...) { self.init(elements) }
    /// Reads `1:3,7`; nil for anything else. `*` is not understood.
    package init?(text: some StringProtocol) { fatalError("to do") }

    package var text: String { fatalError("to do") }
    package var isEmpty: Bool { ranges.isEmpty }
    package var count: Int { ranges.reduce(0) { $0 + $1.count } }
    package func contains(_ uid: UInt32) -> Bool { fatalError("to do") }
    package mutating func insert(_ uid: UInt32) { fatalError("to do") }
    package func subtracting(_ other: UIDSet) -> UIDSet { fatalError("to do") }
    /// Parts whose `text` has at most some length: servers refuse lines of more than 8000 bytes.
    package func pieces(longest: Int = 4000) -> [UIDSet] { fatalError("to do") }
    /// Ascending.
    package func makeIterator() -> AnyIterator<UInt32> { fatalError("to do") }
}
