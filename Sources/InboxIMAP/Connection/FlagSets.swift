/// Sets of flags, each kept once: the messages of a folder have few different ones.
struct FlagSets {
    private static let most = 10_000
    /// Flags of one message. More are no flags of a user.
    private static let mostFlags = 1_000
    private var sets: [IMAPValue: Set<String>] = [:]

    /// - Returns: nil if it is no list of flags.
    mutating func flags(_ value: IMAPValue?) -> Set<String>? {
        guard let value, let list = value.list else { return nil }
        if let known = sets[value] { return known }
        let flags = Set(list.prefix(Self.mostFlags).compactMap(\.text))
        if sets.count < Self.most { sets[value] = flags }
        return flags
    }
}
