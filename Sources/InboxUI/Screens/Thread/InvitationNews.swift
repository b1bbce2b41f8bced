import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// What became of an invitation since it came: how it was answered, or that it no longer counts.
struct InvitationNews: Hashable, Sendable {
    struct Answer: Hashable, Sendable {
        var reply: Invitation.Reply
        /// Where its mail is; nil when it has been sent.
        var way: String?
        /// The way is a time that is counted down.
        var isCounted = false
    }

    enum End: Hashable, Sendable {
        case cancelled(Date)
        case changed(Date)
    }

    var answer: Answer?
    var end: End?

    /// In words, each line for itself.
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

    /// What the key that answers does now; nil when there is nothing to answer any more.
    var deed: String? { end != nil ? nil : answer == nil ? "answer it" : "answer anew" }
}

extension InvitationNews.Answer {
    /// - Parameters:
    ///   - order: the order to send its mail, as long as there is one.
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

/// What the calendar files of a thread, and those of whoever invited elsewhere, say of its invitations. Read and fetched
/// beside the screen.
@UI
final class CalendarNotices {
    private let session: MailSession
    private let changed: () -> Void
    private(set) var notices: [MessageID: CalendarNotice] = [:]
    private var asked: Set<MessageID> = []
    /// Mail of other threads that may be about the invitation of a message.
    private var elsewhere: [MessageID: [Message]] = [:]
    private var tasks: [MessageID: Task<Void, Never>] = [:]
    private var searches: [MessageID: Task<Void, Never>] = [:]
    /// What the mailboxes are for; empty until it was read.
    private var roles: [MailboxID: MailboxRole] = [:]
    /// What is queued, once there is an answer of which one wants to know.
    private var queue: ModelProvider<Action>?
    private var listener: ProviderListener<Action>?

    /// Mail that is looked at for one invitation.
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
    ///   - messages: those of its thread.
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

    /// Anyone can write who they are: what the user answered lies with what they sent, and what they threw away says nothing.
    private func lies(_ message: Message, in wanted: Set<MailboxRole>) -> Bool {
        message.mailboxes.contains { roles[$0].map(wanted.contains) == true }
    }

    /// Anyone can write a file: it counts when it came from whom the invitation came from, or from who invites.
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

    /// A cancelling need not stand in the thread of its invitation.
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
