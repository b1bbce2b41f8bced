import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

/// Opens the client at a thread, for notifications of new mail.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open the client at a thread; going back leads to the list.")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var meaning: IDMeaning
    @Argument(help: "The server's id of a thread or a message, or a Message-ID.") var id: String

    func run() throws {
        let session = try options.openSession()
        let found = try options.find(id, session, isMessage: meaning.message)
        let thread = try telling { () throws(SessionError) in try session.messages(of: found) }.first?.thread
        session.stop()
        guard let thread else { throw CommandFailure(message: "there is nothing with the id \(id)") }
        try ClientRun(options, start: .reading(thread)).run()
    }
}
