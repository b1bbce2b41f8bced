import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

struct ReplyCommand: AsyncParsableCommand, LetterCommand {
    static let configuration = CommandConfiguration(
        commandName: "reply", abstract: "Reply to a message with the text from standard input; prints the draft's id.",
        discussion:
            "ID is a message, or a thread, whose newest message from others is meant. `sync` or the running client sends the reply."
    )

    @OptionGroup var write: WriteArguments
    @Flag(help: "Reply to everyone who got it.") var all = false
    @Flag(help: "Reply to the mailing list it came through.") var list = false
    @Flag(help: "Don't quote the message.") var noQuote = false
    @Flag(help: "Only save it as a draft.") var draft = false
    @OptionGroup var time: LeavingTime
    @Flag(
        inversion: .prefixedNo,
        help: "Archive the thread, too, or not; by default, in the inbox, as “archiveOnReply” in the settings says.")
    var archive: Bool?
    @Option(help: "Answer the invitation in it: accept, tentative or decline.")
    var invitation: InvitationReply?
    @OptionGroup var meaning: IDMeaning
    @Argument(help: "The server's id of a message or a thread, or a Message-ID.") var id: String

    func validate() throws {
        if invitation != nil { try checkInvitation() }
        if archive == true, draft {
            throw ValidationError("--archive is for a reply that is sent; --draft only saves it.")
        }
        try time.check(isDraft: draft)
        if all, list { throw ValidationError("Use either --all or --list.") }
    }

    func run() async throws {
        let date = try time.date()
        let session = try write.options.openSession()
        var message = try write.message(id, meaning, session)
        let known = try? session.messages(of: message.thread).map(\.id)
        if let invitation { return try await answer(invitation, message, try write.senders(session), session) }
        if list || all { message = (try? await session.withList(message)) ?? message }
        guard !list || message.listAddress != nil else {
            let why = message.takesNoPosts ? "its mailing list takes no posts" : "it is not from a mailing list"
            throw CommandFailure(message: "\(id): \(why)")
        }
        let senders = try write.senders(session)
        let usual = await write.addressed(by: message, senders, session, answers: true)
        let sender = try write.sender(senders, otherwise: usual)
        if sender.account.id != message.account {
            let own = Output.clean(sender.address.email)
            Output.note("it is sent as \(own), which the message names, through that account")
        }
        var answer = Answer(
            list ? .replyList : all ? .replyAll : .reply, to: message,
            own: senders.own(in: message, as: sender).union(session.ownAddresses()),
            isSent: senders.wrote(message))
        answer.lead = try write.options.settings().quoteLead
        answer.signatures = senders.signatures
        // A text that is not in the store is requested from the server. If that fails, the answer has no quote and no line above it.
        let body = noQuote ? nil : try? await session.body(of: message)
        if !noQuote, body == nil {
            Output.note("the text of the message can't be fetched now: the reply goes without it")
        }
        let quote = body.map { answer.quote($0) }.flatMap { $0.isEmpty ? nil : $0 }
        try await write.finish(
            answer.content, quote: quote, as: sender, session, isDraft: draft,
            at: date, answered: message, usual: usual?.address)
        // The setting is about what leaves now, as in the composer.
        if !draft, date == nil || archive == true { try await archive(message, known: known, session) }
    }

    /// - Parameter known: the thread's messages when the answer was begun. The user has not seen what arrived since.
    private func archive(_ answered: Message, known: [MessageID]?, _ session: MailSession) async throws {
        guard try archive ?? write.options.settings().archiveOnReply else { return }
        let isWished = archive == true
        // Mail may have moved to another thread meanwhile.
        let thread = (try? session.message(answered.id))?.thread ?? answered.thread
        let now = try? session.messages(of: thread)
        guard let known, let now, !now.contains(where: { $0.isUnread && !$0.isDraft && !known.contains($0.id) }) else {
            return Output.note("not archived: the thread has new mail")
        }
        _ = try await telling { () async throws(SessionError) -> Deed? in
            let inboxes = try session.mailboxes().filter { $0.role == .inbox }.map(\.id)
            let isInInbox = try session.thread(thread)?.mailboxes.isDisjoint(with: inboxes) == false
            return isWished || isInInbox ? try await session.perform(.archive, on: [thread]) : nil
        }
    }
}
