import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// What became of an invitation since it came: how it was answered, or that it no longer counts.
struct InvitationNews: Hashable, Sendable {
    struct Answer: Hashable, Sendable {
        var reply: Invitation.Reply
        /// Where the mail with the answer is; nil when it has been sent.
        var way: String?
        /// Whether `way` is a time that counts down.
        var isCounted = false
    }

    enum End: Hashable, Sendable {
        case cancelled(Date)
        case changed(Date)
    }

    var answer: Answer?
    var end: End?

    /// Returns the news in words, a sentence per line.
    func lines(_ dates: MessageDates) -> [(text: String, isWarning: Bool)] {
        var lines: [(String, Bool)] = []
        switch end {
        case .cancelled(let date): lines.append(("Cancelled on \(dates.long(date))", true))
        case .changed(let date): lines.append(("Changed later: a newer invitation came on \(dates.long(date))", true))
        case nil: break
        }
        if let answer {
            let deed =
                switch answer.reply {
                case .accept: "You accepted"
                case .tentative: "You said maybe"
                case .decline: "You declined"
                }
            lines.append((deed + (answer.way.map { " · \($0)" } ?? ""), false))
        }
        return lines
    }

    /// What the key that answers does now; nil when there is nothing left to answer.
    var deed: String? { end != nil ? nil : answer == nil ? "answer it" : "answer again" }
}

extension InvitationNews.Answer {
    /// - Parameters:
    ///   - order: the action that sends its mail, while there is one.
    ///   - isDraft: whether its mail was not sent yet.
    init(_ reply: Invitation.Reply, isDraft: Bool, order: Action?, _ dates: MessageDates) {
        self.reply = reply
        guard isDraft else { return }
        guard let order else {
            way = "its mail is a draft and not sent"
            return
        }
        switch order.state {
        case .waiting:
            let wait = order.notBefore.map { dates.seconds(until: $0) } ?? 0
            isCounted = wait > 0 && wait <= 600 && order.attempts == 0
            let later = order.due.flatMap { wait > 600 ? "goes out on \(dates.long($0))" : nil }
            way = isCounted ? "goes out in \(wait) s" : later ?? "waits in the outbox"
        case .stopped: way = order.lastError.map { "not sent: \(Wording.reason($0))" } ?? "held in the outbox"
        case .unreadable: way = "not sent: its order \(OutboxRow.unreadable)"
        case .refused: way = "refused" + (order.lastError.map { ": \(Wording.reason($0))" } ?? "")
        case .held, .recalling: way = "held by the server"
        case .sending, .unknown: way = "on its way"
        case .sent: break
        }
    }
}

/// What calendar files say of the invitations of a thread: its own files, and those that the inviter sent elsewhere. Read and
/// fetched in the background.
@UI
final class CalendarNotices {
    private let session: MailSession
    private let changed: () -> Void
    private(set) var notices: [MessageID: CalendarNotice] = [:]
    private var asked: Set<MessageID> = []
    /// Messages of other threads that may be about a message's invitation.
    private var elsewhere: [MessageID: [Message]] = [:]
    private var tasks: [MessageID: Task<Void, Never>] = [:]
    private var searches: [MessageID: Task<Void, Never>] = [:]
    /// The roles of the mailboxes; empty until they were read.
    private var roles: [MailboxID: MailboxRole] = [:]
    /// The action queue, watched once there is an answer whose mail may be in it.
    private var queue: ModelProvider<Action>?
    private var listener: ProviderListener<Action>?

    /// The most messages that are read for one invitation.
    private static let most = 30

    init(session: MailSession, changed: @escaping () -> Void) {
        self.session = session
        self.changed = changed
    }

    isolated deinit {
        for task in tasks.values { task.cancel() }
        for task in searches.values { task.cancel() }
    }

    /// - Parameters:
    ///   - messages: the messages of its thread.
    ///   - isOwn: whether the user wrote a message.
    /// - Returns: nil when nothing is known of it, or it asks for no answer.
    func news(of message: Message, in messages: [Message], isOwn: (Message) -> Bool, _ dates: MessageDates)
        -> InvitationNews?
    {
        let here = messages.filter { $0.id != message.id && $0.invitationFile != nil }
        for other in [message] + here.suffix(Self.most) { read(other) }
        guard let invitation = notices[message.id], invitation.kind == .request else { return nil }
        lookElsewhere(message)
        var news = InvitationNews()
        let known = Set(here.map(\.id))
        let others = here + (elsewhere[message.id] ?? []).filter { !known.contains($0.id) && $0.id != message.id }
        for other in others.sorted(by: { ($0.receivedAt, $0.id) < ($1.receivedAt, $1.id) }) {
            guard let notice = notices[other.id], other.receivedAt >= message.receivedAt || other.isDraft else {
                continue
            }
            if let reply = notice.answer(to: invitation), other.isDraft || isOwn(other) && lies(other, in: [.sent]) {
                news.answer = .init(reply, isDraft: other.isDraft, order: other.isDraft ? order(other.id) : nil, dates)
            } else if lies(other, in: [.junk, .trash]) || !isFromInviter(other, notice, message) {
                continue
            } else if notice.cancels(invitation) {
                news.end = .cancelled(other.receivedAt)
            } else if notice.replaces(invitation) {
                news.end = .changed(other.receivedAt)
            }
        }
        return news == InvitationNews() ? nil : news
    }

    /// Whether a message lies in a mailbox with one of the roles. Anyone can claim to be the user: the user's answers are in
    /// the sent mail, and what the user threw away says nothing.
    private func lies(_ message: Message, in wanted: Set<MailboxRole>) -> Bool {
        message.mailboxes.contains { roles[$0].map(wanted.contains) == true }
    }

    /// Whether a calendar file counts: anyone can write one, so it must come from the sender of the invitation or from the inviter.
    private func isFromInviter(_ other: Message, _ notice: CalendarNotice, _ invitation: Message) -> Bool {
        other.from.contains { sender in
            notice.organizer.map { sender.isSameMailbox(as: $0) } == true
                || invitation.from.contains { sender.isSameMailbox(as: $0) }
        }
    }

    private func order(_ draft: MessageID) -> Action? {
        if queue == nil {
            let provider = session.actionProvider(loadsAtOnce: true)
            queue = provider
            listener = ProviderListener(provider) { [weak self] _ in self?.changed() }
        }
        return queue?.items.last { $0.command == .sendDraft && $0.object == .draft(draft) }
    }

    private func read(_ message: Message) {
        guard asked.insert(message.id).inserted, let file = message.invitationFile else {
            return
        }
        let session = session
        tasks[message.id] = Task { [weak self] in
            guard let bytes = try? await session.download(file, of: message) else { return }
            let notice = await Task.detached { CalendarNotice(bytes) }.value
            guard !Task.isCancelled, let self, let notice else { return }
            self.notices[message.id] = notice
            self.changed()
        }
    }

    /// Looks in other threads, since a cancellation need not be in the thread of its invitation.
    private func lookElsewhere(_ message: Message) {
        guard searches[message.id] == nil, let sender = message.from.first?.email else { return }
        let session = session
        searches[message.id] = Task { [weak self] in
            async let mailboxes = Task.detached { (try? session.mailboxes()) ?? [] }.value
            let found = await Task.detached {
                (try? session.mail(from: sender, since: message.receivedAt, limit: 200)) ?? []
            }.value
            let roles = Dictionary(
                await mailboxes.compactMap { mailbox in mailbox.role.map { (mailbox.id, $0) } },
                uniquingKeysWith: { $1 })
            guard !Task.isCancelled, let self else { return }
            if roles != self.roles {
                self.roles = roles
                self.changed()
            }
            let calendars = found.filter { $0.id != message.id && $0.invitationFile != nil }
            guard !calendars.isEmpty else { return }
            self.elsewhere[message.id] = Array(calendars.prefix(Self.most))
            for other in calendars.prefix(Self.most) { self.read(other) }
            self.changed()
        }
    }
}
