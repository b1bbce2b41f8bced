/// A tag on stored mail of any account, with its number of threads.
public struct MailTag: Hashable, Sendable, Identifiable {
    public var keyword: Keyword
    public var threadCount: Int
    /// The number of threads in which a message with the tag is unread.
    public var unreadThreadCount: Int

    public var id: Keyword { keyword }

    public init(_ keyword: Keyword, threadCount: Int, unreadThreadCount: Int = 0) {
        self.keyword = keyword
        self.threadCount = threadCount
        self.unreadThreadCount = unreadThreadCount
    }
}

extension Collection<Keyword> {
    /// Returns the tag for a name with or without `#`. `#label1` also means `$label1`, a label that programs number.
    public func tag(named name: String) -> Keyword? {
        let name = name.hasPrefix("#") ? name.lowercased() : "#" + name.lowercased()
        return first { $0.tagName == name }
    }
}
