import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

/// Undoes commands; what was done in the client is undone there.
struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo what the last command did; again, what the one before did.",
        discussion:
            "A message that was queued becomes a draft again. If it has left, you are told so, and the next `undo` goes on to what "
            + "was done before. What was done in the client is undone there. Drafts that were saved, and mailboxes that were "
            + "created, renamed or deleted, stay as they are; a draft that was discarded comes back. Prints the id of what is a draft "
            + "again. `redo` does it again. Exit status 1: there is nothing to undo, or it is too late."
    )

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard options.account != nil else { return }
        throw ValidationError("--account has no effect here: undo is about what was done last, in any account.")
    }

    func run() async throws {
        let session = try options.openSession()
        let deed = try await telling { () async throws(SessionError) in try await session.undo() }
        guard let deed else { throw CommandFailure(message: "there is nothing to undo") }
        let words = Wording.undone(deed)
        if deed.recall == .isTooLate { throw CommandFailure(message: words) }
        Output.note(words)
        guard let id = try draft(of: deed, session)?.description else { return }
        if options.json { try Output.json(["id": id]) } else { Output.line(id) }
    }

    /// What is a draft again: one that comes back has another id than before.
    private func draft(of deed: Deed, _ session: MailSession) throws -> MessageID? {
        if deed.recall == .stays { return deed.draft }
        guard deed.command == .deleteDraft, let id = deed.messages.first else { return nil }
        let message = try telling { () throws(SessionError) in try session.message(id) }
        return message?.isDraft == true ? id : nil
    }
}

/// Redoes what `undo` took back.
struct RedoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Do again what `undo` took back last; again, what it took back before.",
        discussion:
            "Once something else is done, nothing can be redone. Sending is not redone: `draft send` sends the draft. What was "
            + "undone in the client is redone there. Exit status 1: there is nothing to redo."
    )

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard options.account != nil else { return }
        throw ValidationError("--account has no effect here: redo is about what was undone last, in any account.")
    }

    func run() async throws {
        let session = try options.openSession()
        let deed = try await telling { () async throws(SessionError) in try await session.redo() }
        guard let deed else { throw CommandFailure(message: "there is nothing to redo") }
        Output.note(Wording.redone(deed))
    }
}
