extension Mailbox {
    /// The mailboxes of one account as they are shown: each below its parent, siblings as the server orders them, then by name
    /// (RFC 8621 §2). Levels are compared one by one: in whole names, a blank or a hyphen would come before the `/` of a child, and
    /// put another mailbox between it and its parent.
    public static func inOrder(_ mailboxes: [Mailbox]) -> [Mailbox] {
        let orders = Dictionary(mailboxes.map { ($0.name, $0.sortOrder) }, uniquingKeysWith: min)
        let paths = mailboxes.map { mailbox in
            var path = ""
            let levels = mailbox.name.split(separator: "/").map { level in
                path += path.isEmpty ? String(level) : "/\(level)"
                return Level(order: orders[path] ?? 0, folded: level.lowercased(), name: String(level))
            }
            return (mailbox, levels: levels)
        }
        return paths.sorted { $0.levels.lexicographicallyPrecedes($1.levels) }.map(\.0)
    }

    private struct Level: Comparable {
        var order: Int
        var folded: String
        /// Decides between names that differ only in case.
        var name: String

        static func < (one: Level, other: Level) -> Bool {
            (one.order, one.folded, one.name) < (other.order, other.folded, other.name)
        }
    }
}
