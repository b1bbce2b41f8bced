import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Saving drafts, each save exactly once, and never over what somebody else saved.
extension ActionSender {
    /// How often files are uploaded again for a server that loses them before their draft names them.
    private static let moreUploads = 2
    private static let filesLost = "the server has lost its files: uploading them again"

    func save(_ action: Action, _ id: MessageID) async throws(Failure) {
        guard let draft = try read({ try $0.remoteDraft(id) }) else { return try await settleDiscarded(action, id) }
        if action.state == .unknown, try await wasSaved(action, draft, id) { return }
        let since = try state()
        // The check above may have given the draft its id, and what is written from now on is a save of its own.
        let (action, begun) = try await beginSave(action, of: id)
        guard let draft = begun else { return try await write { try $0.drop(action.id) } }
        if let file = draft.files.first(where: { !$0.isOnServer }) { return try await upload(file, before: action) }
        do throws(Failure) {
            let saved = try await remote { () async throws(RemoteError) in try await service.save(draft) }
            try await keep(since: since) { try $0.saved(action, as: saved) }
        } catch {
            guard case .remote(let error) = error else { throw error }
            // Other attempts may have failed before, and each takes its time, in which uploads expire.
            if error.type == RemoteError.blobNotFound,
                action.attempts < Self.moreUploads || action.lastError != Self.filesLost
            {
                let now = now()
                if try await write({ try $0.upload(before: action, after: Self.filesLost, now: now) }) { return }
                let words = "the server no longer has one of its files: remove that, or attach it again"
                throw .remote(RemoteError(.refused(status: 0, message: words), call: error.call, type: error.type))
            }
            guard draft.id != nil else { throw .remote(error) }
            switch error.reason {
            case .conflict: try await keepBoth(action, id, of: draft)
            case .notFound: try await startAnew(action, id, MessageIDHeader.new(for: draft.from))
            default: throw .remote(error)
            }
        }
    }

    /// Begins a save, and stores its mark, which identifies it if the answer is lost and the text changes meanwhile.
    /// - Returns: the draft as it is marked; nil if it is gone.
    private func beginSave(_ action: Action, of id: MessageID) async throws(Failure) -> (Action, RemoteDraft?) {
        let begun = try await write { transaction -> (Action, RemoteDraft?)? in
            let draft = try transaction.reader.remoteDraft(id)
            let sent = draft.map { SentSaves(detail: action.detail).adding($0) }
            return try transaction.begin(action.id, detail: sent?.detail).map { ($0, draft) }
        }
        guard let begun else { throw .takenBack }
        return begun
    }

    /// Uploads a file first, since a draft is not saved before its server has all its files. If a file is lost, the user must
    /// decide.
    private func upload(_ file: MessageFile, before action: Action) async throws(Failure) {
        let now = now()
        if try await write({ try $0.upload(before: action, now: now) }) { return }
        try await orStore { () async throws(StoreError) in
            try await stop(
                action, "“\(file.fileName)” is no longer here: remove it from the message, or attach it again")
        }
    }

    /// Whether a save that got no answer was carried out. If another one took its place, ours becomes a draft of its own.
    private func wasSaved(_ action: Action, _ draft: RemoteDraft, _ id: MessageID) async throws(Failure) -> Bool {
        let since = try state()
        let there = try await drafts(of: draft.id, draft.messageIDHeader)
        // The version that is being replaced is the last one to consider.
        let found = there.filter { $0.id != draft.id } + there.filter { $0.id == draft.id }
        if found.isEmpty {
            if draft.id != nil {
                try await write { transaction in
                    try transaction.detach(id, messageIDHeader: draft.messageIDHeader)
                    try transaction.stopOrders(of: id)
                }
            }
            return false
        }
        let isUntouched = found.contains { $0.id == draft.id && $0.version == draft.version && $0.version != nil }
        if isUntouched { return false }
        // The version being replaced may have the same words, if only the sender, blanks or files have changed.
        let kept = found.first { draft.isKept(as: $0) && ($0.id != draft.id || $0.version != draft.version) }
        if let kept {
            try await keep(since: since) { try $0.saved(action, as: kept) }
            try await clear(draft.id, besides: kept.id)
            return true
        }
        let sent = SentSaves(detail: action.detail)
        if let ours = found.first(where: sent.contains) {
            // We made this version, and the text has changed since, so it is saved over.
            try await keep(since: since) { try $0.adopt(id, as: ours) }
            try await clear(draft.id, besides: ours.id)
            return false
        }
        let theirs = found[0]
        if draft.id == nil, sent.isEmpty {
            try await keep(since: since) { try $0.receive(theirs, account: account, bodyText: nil, confirms: false) }
        } else if draft.id == nil {
            try await keepBoth(id, of: draft, theirs)
        } else if draft.version != nil {
            try await keepBoth(action, id, of: draft)
            return true
        }
        return false
    }

    /// Deletes the version that was replaced, if it still lies beside the new one.
    private func clear(_ old: RemoteID?, besides new: RemoteID) async throws(Failure) {
        if let old, old != new { _ = try? await delete(old, version: nil) }
    }

    /// Keeps both versions if somebody else saved over a draft whose first save got no answer.
    private func keepBoth(_ id: MessageID, of draft: RemoteDraft, _ theirs: RemoteMessage) async throws(Failure) {
        let header = MessageIDHeader.new(for: draft.from)
        let since = try state()
        try await keep(since: since) { transaction in
            try transaction.detach(id, messageIDHeader: header)
            try transaction.receive(theirs, account: account, bodyText: nil)
        }
    }

    /// Keeps both versions if somebody else saved over the draft: theirs stays, and ours is saved as another draft.
    private func keepBoth(_ action: Action, _ id: MessageID, of draft: RemoteDraft) async throws(Failure) {
        let since = try state()
        let theirs = try await remote { () async throws(RemoteError) in
            try await service.drafts().first { $0.id == draft.id }
        }
        let header = MessageIDHeader.new(for: draft.from)
        try await keep(since: since) { transaction in
            try transaction.detach(id, messageIDHeader: header)
            if let theirs { try transaction.receive(theirs, account: account, bodyText: nil) }
            try transaction.setState(.waiting, of: action.id)
        }
    }

    private func startAnew(_ action: Action, _ id: MessageID, _ header: String) async throws(Failure) {
        try await write { transaction in
            try transaction.detach(id, messageIDHeader: header)
            try transaction.setState(.waiting, of: action.id)
            try transaction.stopOrders(of: id)
        }
    }
}
