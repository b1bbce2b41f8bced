import InboxModel
import InboxRemote

@testable import InboxIMAP

/// Someone who writes a draft, and insists on each step as the action queue does: what got no answer is looked for before it is done
/// again.
struct TestWriter: Sendable {
    /// How the sending ended.
    enum Outcome: Hashable, Sendable {
        case sent, refused
        /// Nobody knows; the user must decide.
        case open
    }

    private(set) var draft: RemoteDraft
    private static let most = 100

    init(_ number: Int, text: String = "First.") {
        draft = RemoteDraft(
            messageIDHeader: NumberedMail.header(number), to: [MailAddress(name: "", email: "anna@example.test")],
            subject: "Mail \(number)", body: MessageBody(plain: text))
    }

    mutating func write(_ text: String) { draft.body = MessageBody(plain: text) }

    /// - Returns: the draft as it is stored; nil if somebody else deleted it.
    @discardableResult
    mutating func save(_ world: ServiceWorld) async throws(RemoteError) -> RemoteMessage? {
        var mayBeSaved = false
        for _ in 0..<Self.most {
            do {
                if mayBeSaved, let kept = try await adopt(world) { return kept }
                mayBeSaved = false
                return took(try await world.service.save(draft))
            } catch {
                if error.isNotFound { return nil }
                guard case .retry = error.nextStep else { throw error }
                mayBeSaved = mayBeSaved || !error.didNothing
            }
        }
        throw RemoteError(.busy(status: 0, message: "saving never succeeds"), call: "save")
    }

    private mutating func took(_ saved: RemoteMessage) -> RemoteMessage {
        draft.id = saved.id
        draft.version = saved.version
        return saved
    }

    /// Looks for a save that got no answer, and removes what it replaced.
    private mutating func adopt(_ world: ServiceWorld) async throws(RemoteError) -> RemoteMessage? {
        let there = try await world.service.drafts(of: draft.id, messageIDHeader: draft.messageIDHeader)
        let text = Self.words(draft.body.plain)
        guard let kept = there.first(where: { $0.id != draft.id && Self.words($0.body?.plain) == text }) else {
            return nil
        }
        let old = draft.id
        if let old, old != kept.id { try await delete(old, world) }
        return took(kept)
    }

    private static func words(_ text: String?) -> [Substring] { (text ?? "").split { $0.isWhitespace } }

    mutating func delete(_ world: ServiceWorld) async throws(RemoteError) {
        if let id = draft.id { try await delete(id, world) }
    }

    private func delete(_ id: RemoteID, _ world: ServiceWorld) async throws(RemoteError) {
        do throws(RemoteError) {
            try await world.insist { service throws(RemoteError) in try await service.deleteDraft(id, version: nil) }
        } catch {
            guard error.isNotFound else { throw error }
        }
    }

    mutating func send(_ world: ServiceWorld) async throws(RemoteError) -> (Outcome, RemoteSent?) {
        let state = try await world.insist { service throws(RemoteError) in try await service.stateBeforeSending() }
        var order = RemoteSubmission(
            draft: draft.id ?? RemoteID(""), version: draft.version, messageIDHeader: draft.messageIDHeader,
            recipients: draft.to, state: state)
        var isOpen = false
        for _ in 0..<Self.most {
            do {
                if isOpen {
                    switch try await world.service.whereabouts(
                        of: order.draft, messageIDHeader: order.messageIDHeader, sending: order)
                    {
                    case .draft: break
                    case .sent(let sent): return (.sent, sent)
                    case .leftover(let leftover):
                        order.left = leftover.message
                        continue
                    case .held: return (.sent, nil)
                    case .nowhere, .uncertain: return (.open, nil)
                    }
                }
                isOpen = false
                let sent = try await world.service.send(order)
                guard let leftover = sent.leftover else { return (.sent, sent) }
                // It is out, and what is left to do is done later.
                (order.left, isOpen) = (leftover.message, true)
            } catch {
                guard case .retry = error.nextStep else { return (.refused, nil) }
                isOpen = isOpen || !error.didNothing
            }
        }
        return (.open, nil)
    }
}
