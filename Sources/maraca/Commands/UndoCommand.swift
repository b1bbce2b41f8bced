import ArgumentParser
import InboxKit
import InboxUI

/// What was done in the client is taken back there.
struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back what a command did last; again, what was done before.",
        discussion:
            "What was queued to be sent is a draft again, where it has not left: then that is said, and only the next "
            + "`undo` goes on to what was done before. What was done in the client is taken back there; drafts that "
            + "were kept, and mailboxes that were made, renamed or deleted, are left as they are. Exit status 1: there "
            + "is nothing to take back, or it is too late.")

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard options.account != nil else { return }
        throw ValidationError("--account says nothing here: what was done last is taken back, in all accounts.")
    }

    func run() async throws {
        let session = try options.openSession()
        let deed = try await telling { () async throws(SessionError) in try await session.undo() }
        guard let deed else { throw CommandFailure(message: "there is nothing to take back") }
        let words = Wording.undone(deed)
        if deed.recall == .isTooLate { throw CommandFailure(message: words) }
        Output.note(words)
    }
}
