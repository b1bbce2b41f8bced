import InboxModel
import InboxRemote
import InboxStore

/// Deleting drafts: everything of them that is ours, and nothing that somebody else saved.
extension ActionSender {
    func delete(_ action: Action) async throws(Failure) {
        try await keepHeaders(of: action)
        try await keepFiles(of: action)
        let action = try await begin(action)
        guard let doomed = try read({ try $0.deletedDraft(action.id) }) else {
            return try await write { try $0.drop(action.id) }
        }
        if let id = doomed.id, try await isDeleted(id, version: doomed.version) {
            return try await write { try $0.setState(.sent, of: action.id) }
        }
        // It is gone or has changed: somebody else saved over it, sent it or deleted it.
        let since = try state()
        var theirs: [RemoteMessage] = []
        for draft in try await drafts(of: doomed.id, doomed.messageIDHeader) {
            if doomed.id == nil || doomed.id == draft.id, doomed.isKept(as: draft) {
                _ = try await delete(draft.id, version: draft.version)
            } else {
                theirs.append(draft)
            }
        }
        guard !theirs.isEmpty else { return try await write { try $0.setState(.sent, of: action.id) } }
        let others = theirs
        try await keep(since: since) { transaction in
            try transaction.setState(.sent, of: action.id)
            // Otherwise a message with the same id would still be hidden.
            try transaction.confirm([action.id])
            try transaction.receive(others.map { ($0, nil) }, account: account)
        }
        board.tell(.savedElsewhere(action))
    }

    private static let moreDownloads = 5

    /// Fetches the files that only the server has before its draft is deleted: they would disappear with it, but undo can restore a
    /// discarded draft for a week. Leaving the draft on the server for that long would show every other client what its writer has
    /// discarded.
    private func keepFiles(of action: Action) async throws(Failure) {
        guard case .draft(let draft) = action.object else { return }
        let missing = try read { try $0.filesOnlyThere(ofDiscarded: draft) }
        guard !missing.isEmpty else { return }
        let now = now()
        var found: [RemoteID: RemoteUpload] = [:]
        for file in missing {
            var bytes = try read { try $0.file(file.remoteID, account: account) }.map { [UInt8]($0) }
            if bytes == nil {
                do throws(Failure) {
                    bytes = try await remote { () async throws(RemoteError) in
                        try await service.download(file.remoteID, meter: nil)
                    }
                } catch {
                    // A file that its server no longer provides can't be kept. One at an origin that may not be contacted can be,
                    // later.
                    guard case .remote(let reason) = error, reason.nextStep == .drop,
                        reason.unapprovedOrigins == nil
                    else { throw error }
                }
            }
            guard let bytes else { continue }
            // A partial file would be restored as such. A server that gives no more, however often it is asked, has no more.
            if bytes.count < file.size, action.attempts < Self.moreDownloads {
                let words = "\(bytes.count) of \(file.size) bytes of a file came"
                throw .remote(RemoteError(.unreadableAnswer(detail: words), call: "download"))
            }
            found[file.remoteID] = RemoteUpload(fileName: file.fileName, contentType: file.typeToPassOn, bytes: bytes)
        }
        let files = found
        try await write { try $0.keep(files, ofDiscarded: draft, now: now) }
    }

    /// Fetches the headers that another program gave the draft, for the same reason.
    private func keepHeaders(of action: Action) async throws(Failure) {
        guard case .draft(let draft) = action.object, let message = try read({ try $0.discarded(draft) }),
            let id = message.remoteID
        else { return }
        let headers: [DraftHeader]
        do throws(Failure) {
            headers = try await remote { () async throws(RemoteError) in
                try await service.othersHeaders(of: id, hiding: message.bcc)
            }
        } catch {
            // What its server does not tell can't be kept.
            guard case .remote(let reason) = error, reason.nextStep == .drop else { throw error }
            return
        }
        guard !headers.isEmpty else { return }
        try await write { try $0.keep(headers, ofDiscarded: draft) }
    }

    /// Settles a save that may have arrived, of a draft that was discarded since: its deletion learns what to delete. Versions that
    /// others saved in its place are shown.
    func settleDiscarded(_ action: Action, _ id: MessageID) async throws(Failure) {
        guard action.state == .unknown, let doomed = try read({ try $0.deletedDraft(of: id) }) else {
            return try await write { try $0.drop(action.id) }
        }
        let since = try state()
        let there = try await drafts(of: doomed.id, doomed.messageIDHeader)
        let sent = SentSaves(detail: action.detail)
        func isOurs(_ draft: RemoteMessage) -> Bool {
            sent.isEmpty ? doomed.isKept(as: draft) : sent.contains(draft)
        }
        let ours = there.filter { isOurs($0) && ($0.id != doomed.id || $0.version != doomed.version) }
        let older = ours.dropFirst() + (ours.isEmpty ? [] : there.filter { $0.id == doomed.id && !isOurs($0) })
        for draft in older where draft.id != ours.first?.id {
            _ = try await delete(draft.id, version: draft.version)
        }
        let theirs = there.filter { $0.id != doomed.id && !isOurs($0) }
        try await keep(since: since) { transaction in
            // The draft was restored meanwhile, so this is a save like any other.
            guard try transaction.reader.message(id) == nil else { return }
            if let newest = ours.first {
                try transaction.saved(action, as: newest)
            } else {
                try transaction.drop(action.id)
            }
            try transaction.receive(theirs.map { ($0, nil) }, account: account)
        }
        if !theirs.isEmpty { board.tell(.savedElsewhere(action)) }
    }

    // MARK: Asking

    /// Returns every version that the server has of a draft, by its id and by its Message-ID.
    func drafts(of id: RemoteID?, _ messageIDHeader: String) async throws(Failure) -> [RemoteMessage] {
        try await remote { () async throws(RemoteError) in
            try await service.drafts(of: id, messageIDHeader: messageIDHeader)
        }
    }

    /// - Returns: false if it was gone already.
    func delete(_ id: RemoteID, version: Int?) async throws(Failure) -> Bool {
        do throws(Failure) {
            try await remote { () async throws(RemoteError) in try await service.deleteDraft(id, version: version) }
            return true
        } catch {
            guard case .remote(let error) = error, error.isNotFound else { throw error }
            return false
        }
    }

    /// - Returns: false if it was gone already, or had been saved over.
    private func isDeleted(_ id: RemoteID, version: Int?) async throws(Failure) -> Bool {
        do throws(Failure) {
            return try await delete(id, version: version)
        } catch {
            guard case .remote(let error) = error, case .conflict = error.reason else { throw error }
            return false
        }
    }
}
