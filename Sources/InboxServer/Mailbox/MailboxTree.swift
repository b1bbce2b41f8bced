/// The hierarchy in the names of an account's mailboxes: `Work/2026` lies in `Work`, if there is such a mailbox.
///
/// Names are stored whole, as the Inbox API and Maildirs have them; only JMAP tells a mailbox and its parent apart. A level that is no
/// mailbox stays in the names below it. Upper and lower case make no difference.
struct MailboxTree: Sendable {
    /// What a mailbox lies in, nil at the top, and what it is called there.
    struct Place {
        var parent: MailboxRow?
        var name: String
    }

    static let separator: Character = "/"
    /// Of a name with more levels, as only a file can have them, the others are not looked at.
    private static let mostLevels = 100

    private let list: MailboxList

    init(_ list: MailboxList) {
        self.list = list
    }

    func place(of mailbox: MailboxRow) -> Place {
        var place = place(ofName: mailbox.displayName)
        if mailbox.role == .inbox { place.name = "Inbox" }
        return place
    }

    /// - Parameter name: the whole name of a mailbox, whether there is one or not.
    func place(ofName name: String) -> Place {
        var end = name.endIndex
        for _ in 0..<Self.mostLevels {
            guard let cut = name[..<end].lastIndex(of: Self.separator) else { break }
            let rest = name[name.index(after: cut)...]
            if !rest.isEmpty, let parent = list.named(name[..<cut]) { return Place(parent: parent, name: String(rest)) }
            end = cut
        }
        return Place(parent: nil, name: name)
    }

    /// Returns what a mailbox lies in, from its parent up.
    func ancestors(of mailbox: MailboxRow) -> [MailboxRow] {
        var found: [MailboxRow] = []
        while let parent = place(ofName: (found.last ?? mailbox).displayName).parent { found.append(parent) }
        return found
    }

    func hasChild(_ mailbox: MailboxRow) -> Bool {
        list.all.contains { place(ofName: $0.displayName).parent?.id == mailbox.id }
    }

    /// Returns the number of levels below a mailbox.
    func levels(below mailbox: MailboxRow) -> Int {
        let levels = list.all.compactMap { row in
            ancestors(of: row).firstIndex { $0.id == mailbox.id }.map { $0 + 1 }
        }
        return levels.max() ?? 0
    }

    /// Returns the new names of a mailbox and of all that lie in it, if it is renamed. Longer ones come first, so that none is given while
    /// another of these mailboxes still has it.
    func renaming(_ mailbox: MailboxRow, to name: String) -> [(mailbox: MailboxRow, name: String)] {
        let inside = list.all.compactMap { row in rest(of: row, in: mailbox).map { (mailbox: row, name: name + $0) } }
        return (inside + [(mailbox: mailbox, name: name)]).sorted { $0.name.count > $1.name.count }
    }

    /// Returns how the name of a mailbox goes on after that of one that it lies in: `/2026`.
    private func rest(of mailbox: MailboxRow, in outer: MailboxRow) -> String? {
        var (rest, level) = ("", mailbox)
        while level.id != outer.id {
            let place = place(ofName: level.displayName)
            guard let parent = place.parent else { return nil }
            rest = "/" + place.name + rest
            level = parent
        }
        return rest.isEmpty ? nil : rest
    }
}

extension MailboxList {
    /// Returns a name that another mailbox or a keyword has, if a mailbox is renamed and all that lie in it with it; nil if all are free.
    func taken(renaming mailbox: MailboxRow, to name: String) -> String? {
        if isTaken(name, except: mailbox.id) { return name }
        let renamed = MailboxTree(self).renaming(mailbox, to: name)
        let own = Set(renamed.map(\.mailbox.id))
        let others = Set((all + keywords).filter { !own.contains($0.id) }.map { $0.displayName.lowercased() })
        return renamed.last { others.contains($0.name.lowercased()) }?.name
    }
}
