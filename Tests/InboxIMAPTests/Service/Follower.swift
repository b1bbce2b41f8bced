import InboxModel
import InboxRemote

@testable import InboxIMAP

/// A client that follows a service as the sync engine does: a walk over all mail, and the changes since before it began.
struct Follower: Sendable {
    struct Known: Hashable, Sendable {
        var header: String
        var thread: RemoteID
        var keywords: Set<Keyword>
        var mailboxes: Set<RemoteID>
    }

    private(set) var state: String?
    private(set) var messages: [RemoteID: Known] = [:]
    private(set) var mailboxes: [RemoteID: RemoteMailbox] = [:]
    /// How often each message came in walks.
    private(set) var walked: [RemoteID: Int] = [:]
    /// How often everything was read again.
    private(set) var readings = 0
    /// The walk's place; nil once it is at its end.
    private var position: RemotePosition?? = .some(nil)
    /// What was known when the walk began, and was not met since: gone, if the walk does not find it.
    private var unmet: Set<RemoteID> = []

    var isWalked: Bool { state != nil && position == nil }

    /// All that is believed, by Message-ID. A message that is known under two ids is named twice.
    var belief: [String: KnownMail] {
        var belief: [String: KnownMail] = [:]
        for (id, known) in messages.sorted(by: { $0.key < $1.key }) {
            let names = known.mailboxes.map { mailboxes[$0]?.name ?? "unknown \($0.rawValue)" }
            let header = belief[known.header] == nil ? known.header : "\(known.header) again as \(id.rawValue)"
            belief[header] = KnownMail(keywords: known.keywords, mailboxes: Set(names))
        }
        return belief
    }

    func id(_ header: String) -> RemoteID? { messages.first { $0.value.header == header }?.key }
    func id(_ number: Int) -> RemoteID? { id(NumberedMail.header(number)) }
    func known(_ number: Int) -> KnownMail? { belief[NumberedMail.header(number)] }
    func mailbox(_ name: String) -> RemoteID? { mailboxes.first { $0.value.name == name }?.key }

    /// Walks to the end, and reads all changes.
    mutating func catchUp(_ service: IMAPService, pages: Int = 3) async throws(RemoteError) {
        if state == nil { try await begin(service) }
        while !isWalked { try await walk(service, pages) }
        while try await readChanges(service) || !isWalked {
            while !isWalked { try await walk(service, pages) }
        }
    }

    mutating func begin(_ service: IMAPService) async throws(RemoteError) {
        let state = try await service.latestState()
        let listed = try await service.mailboxes()
        mailboxes = Dictionary(listed.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        self.state = state
        position = .some(nil)
        unmet = Set(messages.keys)
        walked = [:]
    }

    /// A page of the walk.
    mutating func walk(_ service: IMAPService, _ limit: Int) async throws(RemoteError) {
        guard let place = position, state != nil else { return }
        let page = try await service.threads(in: nil, from: place, limit: limit)
        for message in page.messages {
            walked[message.id, default: 0] += 1
            take(message)
        }
        guard page.next == nil else { return position = page.next }
        // What the walk passed before it moved there is told by the changes.
        let before = readings
        while try await readChanges(service) {}
        guard readings == before else { return }
        position = nil
        for id in unmet { messages[id] = nil }
        unmet = []
    }

    /// - Returns: whether there are more.
    mutating func readChanges(_ service: IMAPService, wait: Duration? = nil) async throws(RemoteError) -> Bool {
        do { return try await readOnce(service, wait: wait) } catch {
            guard error.nextStep == .reload else { throw error }
            readings += 1
            try await begin(service)
            return true
        }
    }

    private mutating func readOnce(_ service: IMAPService, wait: Duration? = nil) async throws(RemoteError) -> Bool {
        guard let state else { return false }
        let changes = try await service.changes(since: state, wait: wait)
        for case .mailbox(let mailbox) in changes.changes { mailboxes[mailbox.id] = mailbox }
        for change in changes.changes { apply(change) }
        if changes.hasAllMailboxes {
            let all = Set(changes.changes.compactMap { if case .mailbox(let mailbox) = $0 { mailbox.id } else { nil } })
            mailboxes = mailboxes.filter { all.contains($0.key) }
        }
        self.state = changes.newState
        return changes.hasMore
    }

    private mutating func apply(_ change: RemoteChange) {
        switch change {
        case .message(let message): take(message)
        case .marks(let id, let keywords, let mailboxes):
            messages[id]?.keywords = keywords
            messages[id]?.mailboxes = mailboxes
            unmet.remove(id)
        case .messageGone(let id): messages[id] = nil
        case .mailbox, .contact, .contactGone: break
        case .mailboxGone(let id): mailboxes[id] = nil
        }
    }

    /// What an answer to a call says of a message.
    mutating func take(_ message: RemoteMessage) {
        unmet.remove(message.id)
        messages[message.id] = Known(
            header: message.messageIDHeader ?? messages[message.id]?.header ?? "", thread: message.thread,
            keywords: message.keywords, mailboxes: message.mailboxes)
    }
}
