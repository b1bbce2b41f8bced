import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent

struct DraftCommand: AsyncParsableCommand, LetterCommand {
    static let configuration = CommandConfiguration(
        commandName: "draft",
        abstract: "Save a new draft with the text from standard input, and print its id; send or discard a saved one.",
        usage: "maraca draft [options]\nmaraca draft <subcommand> [options] <id>",
        subcommands: [Send.self, Discard.self])

    @OptionGroup var write: WriteArguments

    func run() async throws {
        let session = try write.options.openSession()
        let senders = try write.senders(session)
        let sender = try write.sender(senders, otherwise: senders.first(of: nil))
        try await write.finish(DraftContent(), quote: nil, as: sender, session, isDraft: true)
    }

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "send", abstract: "Queue a saved draft to be sent as it is.",
            discussion: "`sync` or the running client sends it.")
        // Its options are understood here, too.
        @ParentCommand private var new: DraftCommand
        @OptionGroup var options: GlobalOptions
        @OptionGroup var time: LeavingTime
        @OptionGroup var saved: SavedDraft

        func run() async throws {
            guard !new.write.areGiven else {
                throw CommandFailure(
                    message: "a saved draft is sent as it is: apart from --at, no option changes it", status: 2)
            }
            let date = try time.date()
            let session = try options.openSession()
            let message = try saved.message(options, session)
            try refuseQueued(message, session)
            // Another program may have written the text, which is fetched only now.
            if message.remoteID != nil {
                _ = try await telling { () async throws(SessionError) in try await session.body(of: message) }
            }
            let draft = try telling { () throws(SessionError) in try session.draft(message.id) }
            guard let content = draft?.content else { throw CommandFailure(message: "the draft \(saved.id) is gone") }
            guard !content.recipients.isEmpty else {
                throw CommandFailure(
                    message: "the draft \(saved.id) has no recipient: add one in the client, then send it", status: 2)
            }
            try SendCommand.checkRecipients(content.to + content.cc + content.bcc)
            try options.noteDoubts(about: content, text: content.body.plain ?? BodyText.forReading(content.body))
            if let seal = content.seal {
                try await SealArguments.send(message.id, seal, hidden: content.bcc, at: date, session)
            } else {
                let delay = date.map { Duration.seconds($0.timeIntervalSinceNow) }
                _ = try await telling { () async throws(SessionError) in
                    try await session.send(message.id, after: delay)
                }
            }
            if let date { Output.note("leaves \(GivenTime.words(date))") }
        }

        /// Throws if the draft is in the outbox, which decides about what may have been sent.
        private func refuseQueued(_ draft: Message, _ session: MailSession) throws {
            let actions = try telling { () throws(SessionError) in try session.actions() }
            let isQueued = actions.contains {
                $0.object == .draft(draft.id) && $0.command == .sendDraft && $0.isUnanswered
            }
            guard isQueued else { return }
            throw CommandFailure(
                message: "the draft \(saved.id) is in the outbox already: `maraca outbox` says what it waits for")
        }
    }

    struct Discard: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "discard", abstract: "Delete a draft, here and on its server.",
            discussion: "`undo` brings it back.")
        @OptionGroup var options: GlobalOptions
        @OptionGroup var saved: SavedDraft

        func run() async throws {
            let session = try options.openSession()
            let message = try saved.message(options, session)
            let deed = try await telling { () async throws(SessionError) in
                try await session.discardDraft(message.id)
            }
            guard deed != nil else { throw CommandFailure(message: "the draft \(saved.id) is gone") }
        }
    }
}

/// A draft that is saved already, by its id.
struct SavedDraft: ParsableArguments {
    @OptionGroup var meaning: IDMeaning
    @Argument(help: "Its id: the server's, or the one that was printed for it.") var id: String

    func message(_ options: GlobalOptions, _ session: MailSession) throws -> Message {
        let found = try options.find(id, session, isMessage: meaning.message)
        let drafts = try telling { () throws(SessionError) in try session.messages(of: found) }.filter(\.isDraft)
        guard let draft = drafts.first else { throw CommandFailure(message: "\(id) is not a draft") }
        guard drafts.count == 1 else {
            let ids = drafts.map { $0.remoteID?.rawValue ?? $0.id.description }.joined(separator: ", ")
            throw CommandFailure(message: "which draft? \(id) has \(ids)", status: 2)
        }
        return draft
    }
}
