/// What of a server's answers could not be read, each by a number for what it says: the same counts once, however often it is told.
struct LeftOut: Sendable {
    /// More are told as this many.
    private static let most = 10_000

    private(set) var numbers: Set<UInt64> = []

    mutating func take(_ unreadable: [UInt64]) { numbers.formUnion(unreadable.prefix(Self.most - numbers.count)) }
}
