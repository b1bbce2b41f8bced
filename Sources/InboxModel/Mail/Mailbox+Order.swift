extension Mailbox {
    /// The mailboxes of one account as they are shown: each below its parent, siblings as the server orders them, then by name
    /// (RFC 8621 §2).
    public static func inOrder(_ mailboxes: [Mailbox]) -> [Mailbox] { outline(mailboxes).map(\.mailbox) }

    /// A mailbox among those of its account.
    public struct Place: Sendable {
        public var mailbox: Mailbox
        /// How many of the levels above it are mailboxes themselves.
        public var depth: Int
        /// The name without the levels up to the nearest that is a mailbox.
        public var title: String
    }

    /// Returns the mailboxes of one account in order, each with its place. Linear in the length of all names, apart from sorting
    /// siblings: a drawer of thousands is built anew whenever a count changes. Levels are compared one by one: in whole names, a blank
    /// or a hyphen would come before the `/` of a child, and put another mailbox between it and its parent.
    public static func outline(_ mailboxes: [Mailbox]) -> [Place] {
        var levels = [Level(name: "")]
        var known: [Child: Int] = [:]
        for mailbox in mailboxes {
            var place = 0
            for name in mailbox.name.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) {
                let child = Child(parent: place, name: name)
                if let there = known[child] {
                    place = there
                } else {
                    levels[place].children.append(levels.count)
                    place = levels.count
                    known[child] = place
                    levels.append(Level(name: name))
                }
            }
            levels[place].mailboxes.append(mailbox)
        }
        return walk(levels)
    }

    /// Lists the mailboxes from the root down, without recursion: a server decides how deep they are.
    private static func walk(_ levels: [Level]) -> [Place] {
        var places: [Place] = []
        var ahead = [(level: 0, depth: 0, title: "")]
        while let (place, depth, title) = ahead.popLast() {
            let level = levels[place]
            places += level.mailboxes.map { Place(mailbox: $0, depth: depth, title: title.isEmpty ? $0.name : title) }
            let isShown = !level.mailboxes.isEmpty
            let above = isShown || title.isEmpty ? "" : title + "/"
            for child in level.children.sorted(by: { levels[$1].key < levels[$0].key }) {
                ahead.append((child, isShown && place > 0 ? depth + 1 : depth, above + levels[child].name))
            }
        }
        return places
    }

    private struct Child: Hashable {
        var parent: Int
        var name: Substring
    }

    /// A part of a name between two `/`, with the mailboxes whose names end with it.
    private struct Level {
        let name: Substring
        let folded: String
        var mailboxes: [Mailbox] = []
        var children: [Int] = []

        init(name: Substring) {
            self.name = name
            folded = name.lowercased()
        }

        /// What siblings are ordered by: the server's wish, of which a level that is no mailbox has none, then the name; as it is
        /// written, it decides between those that differ only in case.
        var key: (Int, String, Substring) { (mailboxes.lazy.map(\.sortOrder).min() ?? 0, folded, name) }
    }
}
