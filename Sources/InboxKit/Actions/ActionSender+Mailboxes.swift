import InboxModel
import InboxRemote
import InboxStore

/// Creating, renaming and deleting mailboxes.
extension ActionSender {
    func send(_ action: Action, mailbox id: MailboxID) async throws(Failure) {
        let since = try state()
        let told = action.detail ?? action.title
        if action.command == .createMailbox, action.state == .unknown, let made = try await created(told) {
            return try await keep(since: since) { try $0.answered(action, with: made) }
        }
        let action = try await begin(action)
        let name = action.detail ?? action.title
        let remoteID = try read { try $0.remoteID(of: id) }
        switch (action.command, remoteID) {
        case (.createMailbox, _):
            let made = try await create(name, of: action)
            try await keep(since: since) { try $0.answered(action, with: made) }
        case (.renameMailbox, let remoteID?):
            let told = try await ask(of: action) { () async throws(RemoteError) in
                try await service.renameMailbox(remoteID, to: name)
            }
            try await keep(since: since) { try $0.answered(action, with: told) }
        case (.deleteMailbox, let remoteID?):
            try await delete(remoteID, of: action)
            try await write { try $0.setState(.sent, of: action.id) }
        default:
            // The server never had the mailbox.
            try await write { try $0.drop(action.id) }
        }
    }

    /// Creates a mailbox. A request that arrives twice is refused the second time, because the name exists: whoever created it, it
    /// is there.
    private func create(_ name: String, of action: Action) async throws(Failure) -> RemoteMailbox {
        do throws(Failure) {
            return try await ask(of: action) { () async throws(RemoteError) in
                try await service.createMailbox(named: name)
            }
        } catch {
            guard case .remote(let refusal) = error, refusal.nextStep == .drop, let made = try await created(name)
            else {
                throw error
            }
            return made
        }
    }

    /// Returns a mailbox of that name that the server has, although we never heard that it was created.
    /// - Throws: an error that lets it be asked again if the question is refused, as by something that stands before the server:
    ///   that says nothing about the mailbox.
    private func created(_ name: String) async throws(Failure) -> RemoteMailbox? {
        let all = try await remote { () async throws(RemoteError) in
            do throws(RemoteError) { return try await service.mailboxes() } catch {
                guard error.nextStep == .drop else { throw error }
                throw RemoteError(.busy(status: 0, message: error.summary), call: error.call)
            }
        }
        let known = try read { try $0.remoteMailboxIDs(account: account) }
        return all.first { $0.name.lowercased() == name.lowercased() && !known.values.contains($0.id) }
    }

    /// Deletes a mailbox, which may be gone already.
    private func delete(_ id: RemoteID, of action: Action) async throws(Failure) {
        do throws(Failure) {
            try await ask(of: action) { () async throws(RemoteError) in try await service.deleteMailbox(id) }
        } catch {
            guard case .remote(let error) = error, error.isNotFound else { throw error }
        }
    }

    /// Makes a request. Some servers fail at a name that they do not accept, instead of refusing it (Cyrus: `serverFail`, “Invalid
    /// mailbox name”), so a third failure in the same words as the second is a refusal.
    private func ask<Answer>(of action: Action, _ body: () async throws(RemoteError) -> Answer) async throws(Failure)
        -> Answer
    {
        try await remote { () async throws(RemoteError) in
            do throws(RemoteError) { return try await body() } catch {
                guard case .busy = error.reason, error.isAboutObject, action.attempts + 1 >= Self.mostFailures,
                    action.lastError == error.summary
                else { throw error }
                throw RemoteError(.refused(status: 0, message: error.summary), call: error.call, type: error.type)
            }
        }
    }

    private static let mostFailures = 3
}
