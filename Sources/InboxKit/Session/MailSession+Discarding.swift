import Foundation
public import InboxModel
import InboxStore

extension MailSession {
    /// Deletes a draft here and on the server. `undo` restores it, and its text is kept for a week (`discardedDrafts`).
    /// - Returns: nil if there is no such draft.
    /// - Throws: `ActionError.beingSent` if it is too late.
    @discardableResult
    public func discardDraft(_ id: MessageID) async throws(SessionError) -> Deed? {
        try await perform(.deleteDraft, on: [DeedPart(messages: [id])])
    }
}

/// The drafts that a deed discarded.
struct DiscardedDrafts {
    private(set) var actions: [Action] = []
    private(set) var versions: [MessageID: DraftVersionID] = [:]
    private var threads: [ThreadID] = []

    /// Discards drafts, and all drafts of threads.
    init(_ parts: [DeedPart], _ transaction: StoreTransaction) throws {
        let reader = try transaction.reader
        let drafts = try parts.flatMap { part in
            part.messages.isEmpty
                ? try part.threads.flatMap { try reader.messages(of: $0) }.filter(\.isDraft)
                : try part.messages.compactMap { try reader.message($0) }
        }
        for draft in drafts {
            guard let (action, version) = try transaction.discardPart(draft.id, now: Date()) else { continue }
            actions.append(action)
            versions[draft.id] = version
            threads.append(draft.thread)
        }
    }

    /// Returns the whole deed.
    /// - Parameter rest: what was done to other mail at once.
    func deed(with rest: Deed?) -> Deed? { Deed.discarding(actions, of: threads, with: rest) }
}

extension Deed {
    /// Joins discarded or restored drafts with what was done to other mail at once.
    /// - Parameter threads: the threads of the drafts.
    static func discarding(_ drafts: [Action], of threads: [ThreadID], with rest: Deed?) -> Deed? {
        guard let first = drafts.first else { return rest }
        let title = drafts.count == 1 ? first.title : "\(drafts.count) drafts"
        var deed = Deed(command: .deleteDraft, title: title, threads: threads.uniqued)
        deed.messages = drafts.compactMap(\.draft)
        guard var rest else { return deed }
        deed.threads = (deed.threads + rest.threads).uniqued
        deed.messages += rest.messages
        deed.mailboxes = rest.mailboxes
        let others = rest.others
        (rest.others, rest.mailboxes) = ([], [])
        deed.others = [rest] + others
        return deed
    }
}
