/// The fingerprints of objects in a server's answers that could not be read. Equal objects count once, however often the server sends them.
struct LeftOut: Sendable {
    /// Objects beyond this are not counted.
    private static let most = 10_000

    private(set) var numbers: Set<UInt64> = []

    mutating func take(_ unreadable: [UInt64]) { numbers.formUnion(unreadable.prefix(Self.most - numbers.count)) }
}
