/// A tag that some mail here has, of whatever account, with how many threads have it.
public struct MailTag: Hashable, Sendable, Identifiable {
    public var keyword: Keyword
    public var threadCount: Int
    /// Threads in which a message that has it is unread.
    public var unreadThreadCount: Int

    public var id: Keyword { keyword }

    public init(_ keyword: Keyword, threadCount: Int, unreadThreadCount: Int = 0) {
        self.keyword = keyword
        self.threadCount = threadCount
        self.unreadThreadCount = unreadThreadCount
    }
}

extension Collection<Keyword> {
    /// The tag among them that a name means, with or without its sign: `#label1` is `$label1`, where programs number theirs.
    public func tag(named name: String) -> Keyword? {
        let name = name.hasPrefix("#") ? name.lowercased() : "#" + name.lowercased()
        return first { $0.tagName == name }
    }
}
