import GRDB
import InboxModel

/// The shown names of mailboxes: what the server calls them, with the names that the user gave since played over these.
///
/// Over JMAP and IMAP a renamed mailbox takes along those below it, of which no action says anything. Servers of the Inbox API know only
/// full names: each of these mailboxes is renamed by an action of its own.
extension StoreTransaction {
    /// Derives the shown names of an account's mailboxes again.
    func replayNames(of account: AccountID) throws {
        let shown = try shownNames(of: account)
        let given = Set(try givenNames(in: account).map(\.mailbox))
        for (id, known) in try toldNames(in: account) {
            guard let name = shown[id] else { continue }
            // As long as a given name is pending, what the server tells is its base: an older report may still have the old name.
            let base = name != known.base ? known.base : given.contains(id) ? known.serverName : nil
            guard name != known.name || base != known.serverName else { continue }
            try database.run("UPDATE mailbox SET name = ?, serverName = ? WHERE id = ?", name, base, id.rawValue)
        }
    }

    /// `replayNames` after a server told a name, if any name that is shown is not the server's.
    func replayNamesIfGiven(in account: AccountID) throws {
        let isGiven = try database.number(
            "SELECT 1 FROM mailbox WHERE account = ? AND serverName IS NOT NULL LIMIT 1", account.rawValue)
        if isGiven != nil { try replayNames(of: account) }
    }

    /// - Parameter left: an action that is not played.
    func shownNames(of account: AccountID, without left: ActionID? = nil) throws -> [MailboxID: String] {
        let takesAlong = try dialect(of: account).takesLowerMailboxesAlong
        var names = try toldNames(in: account).mapValues(\.base)
        for given in try givenNames(in: account) where given.action != left {
            guard let old = names[given.mailbox] else { continue }
            if takesAlong { move(&names, below: old, to: given.name) }
            names[given.mailbox] = given.name
        }
        return names
    }

    /// Records that a server has renamed a mailbox, before it tells what it calls those below.
    func renamedOnServer(_ mailbox: Mailbox, to name: String) throws {
        let told = try toldNames(in: mailbox.account)
        guard let old = told[mailbox.id]?.base, old != name,
            try dialect(of: mailbox.account).takesLowerMailboxesAlong
        else { return }
        var names = told.mapValues(\.base)
        move(&names, below: old, to: name)
        for (id, new) in names where new != told[id]?.base {
            try database.run("UPDATE mailbox SET serverName = ? WHERE id = ?", new, id.rawValue)
        }
    }

    private func move(_ names: inout [MailboxID: String], below old: String, to new: String) {
        guard old != new else { return }
        for (id, name) in names where name.hasPrefix(old + "/") { names[id] = new + name.dropFirst(old.count) }
    }

    private struct ToldName {
        var name: String
        var serverName: String?
        var base: String { serverName ?? name }
    }

    private func toldNames(in account: AccountID) throws -> [MailboxID: ToldName] {
        let rows = try database.rows("SELECT id, name, serverName FROM mailbox WHERE account = ?", account.rawValue) {
            (MailboxID($0[0]), ToldName(name: $0[1], serverName: $0[2]))
        }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    /// What the user called mailboxes, in that order.
    private func givenNames(in account: AccountID) throws -> [(action: ActionID, mailbox: MailboxID, name: String)] {
        try database.rows(
            """
            SELECT id, mailbox, title FROM action WHERE account = ? AND mailbox IS NOT NULL \
            AND command IN ('createMailbox', 'renameMailbox') ORDER BY id
            """, account.rawValue
        ) { (ActionID($0[0]), MailboxID($0[1]), $0[2]) }
    }
}
