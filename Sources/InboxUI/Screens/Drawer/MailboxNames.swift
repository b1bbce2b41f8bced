import Foundation
package import InboxModel

/// The notes on a mailbox name while the user types it.
package struct MailboxNames: Sendable {
    private let mailboxes: [Mailbox]
    private let renamed: Mailbox?
    private let depth: Int?

    /// - Parameters:
    ///   - renamed: The mailbox to rename; nil for a new one.
    ///   - depth: The maximum nesting of mailboxes, if known.
    package init(_ mailboxes: [Mailbox], account: AccountID, renamed: Mailbox? = nil, depth: Int? = nil) {
        self.depth = depth
        self.mailboxes = mailboxes.filter { $0.account == account }
        self.renamed = renamed
    }

    /// Returns why a mailbox can't have that name; nil where it can.
    package func problem(with name: String) -> String? {
        let note = note(on: name)
        return note.isProblem ? note.text : nil
    }

    func note(on text: String) -> EntryScreen.Note {
        let name = text.trimmingCharacters(in: .whitespaces)
        guard !name.isEmpty else { return problem("It needs a name.") }
        if name.split(separator: "/", omittingEmptySubsequences: false).contains(where: {
            $0.allSatisfy(\.isWhitespace)
        }) {
            return problem("“/” needs a name on both sides.")
        }
        if mailboxes.contains(where: { $0.name.lowercased() == name.lowercased() && $0.id != renamed?.id }) {
            return problem(Wording.sentence(ActionError.nameTaken))
        }
        let stays = renamed.map { Mailbox.parent(of: $0.name) == Mailbox.parent(of: name) } ?? false
        // Whatever slashes its own name has.
        if !stays, let tooDeep = Wording.tooDeep(name, most: depth) { return problem(tooDeep) }
        if let renamed, name.hasPrefix(renamed.name + "/") { return problem("It can't be below itself.") }
        guard let parent = Mailbox.parent(of: name) else { return .init(text: "") }
        let known = mailboxes.first { $0.name == parent }
        // A mailbox that stays where it is needs no rights on its parent.
        if stays { return .init(text: "") }
        if let known, !known.rights.contains(.createChild) {
            return problem(Wording.sentence(ActionError.forbidden(mailbox: known.name)))
        }
        if known == nil, renamed != nil { return problem("There is no mailbox \(Wording.title(parent)) to put it in.") }
        return .init(text: "below \(Wording.title(parent))\(known == nil ? ", which is created too" : "")")
    }

    private func problem(_ text: String) -> EntryScreen.Note { .init(text: text, isProblem: true) }
}
