import InboxModel
import TestSupport
import Testing

@Suite("The order of mailboxes")
struct MailboxOrderTests {
    private static func mailbox(_ name: String, order: Int = 0) -> Mailbox {
        Mailbox(id: MailboxID(0), account: AccountID(1), remoteID: nil, name: name, role: nil, sortOrder: order)
    }

    @Test("levels are ordered one by one, and each mailbox is below the nearest one above it", arguments: 0..<200)
    func order(seed: Int) {
        var random = SeededRandom(seed: seed)
        let levels = ["a", "A", "b", "b-1", "b 1", "é", "c"]
        let names = Set(
            (0..<random.int(0..<30)).map { _ in
                (0...random.int(0..<4)).map { _ in random.pick(levels) }.joined(separator: "/")
            })
        let mailboxes = names.sorted().map { Self.mailbox($0, order: random.int(0..<3)) }
        let places = Mailbox.outline(mailboxes)
        #expect(places.map(\.mailbox.name) == Self.plain(mailboxes))
        for place in places {
            let parts = place.mailbox.name.split(separator: "/").map(String.init)
            let above = (1..<max(1, parts.count)).filter { names.contains(parts.prefix($0).joined(separator: "/")) }
            #expect(place.depth == above.count)
            #expect(place.title == parts.dropFirst(above.last ?? 0).joined(separator: "/"))
        }
    }

    private static func plain(_ mailboxes: [Mailbox]) -> [String] {
        let orders = Dictionary(uniqueKeysWithValues: mailboxes.map { ($0.name, $0.sortOrder) })
        func keys(_ name: String) -> [String] {
            let parts = name.split(separator: "/").map(String.init)
            return parts.indices.flatMap { index in
                let order = orders[parts.prefix(index + 1).joined(separator: "/")] ?? 0
                return ["\(order)", parts[index].lowercased(), parts[index]]
            }
        }
        return mailboxes.map(\.name).sorted { keys($0).lexicographicallyPrecedes(keys($1)) }
    }

    @Test("names without a level, and as many levels as a server likes, have their place")
    func odd() {
        let deep = Array(repeating: "x", count: 5_000).joined(separator: "/")
        let places = Mailbox.outline(["", "//", deep, "/a/", "a/b"].map { Self.mailbox($0) })
        #expect(places.map(\.mailbox.name) == ["", "//", "/a/", "a/b", deep])
        #expect(places.map(\.title) == ["", "//", "a", "b", deep])
        #expect(places.map(\.depth) == [0, 0, 0, 1, 0])
    }
}
