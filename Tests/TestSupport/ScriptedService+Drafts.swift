public import InboxModel
public import InboxRemote

/// Drafts as a server that numbers their saves keeps them: each is sent once at most.
extension ScriptedService {
    public func save(_ draft: RemoteDraft) async throws(RemoteError) -> RemoteMessage {
        try server.call("save", draft.id?.rawValue ?? "") { access throws(RemoteError) in
            var message = try existing(draft.id, version: draft.version, access)
            message.subject = draft.subject
            (message.to, message.cc, message.bcc) = (draft.to, draft.cc, draft.bcc)
            message.from = draft.from.map { [$0] } ?? []
            message.files = draft.files
            message.body = draft.body
            message.messageIDHeader = draft.messageIDHeader
            message.version = (message.version ?? -1) + 1
            server.put(message)
            return message
        }
    }

    public func deleteDraft(_ id: RemoteID, version: Int?) async throws(RemoteError) {
        try server.call("deleteDraft", id.rawValue) { access throws(RemoteError) in
            _ = try existing(id, version: version, access)
            server.remove(id.rawValue)
        }
    }

    public func send(_ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        try server.call("send", submission.draft.rawValue) { access throws(RemoteError) in
            var message = try existing(submission.draft, version: submission.version, access)
            message.keywords.remove(.draft)
            message.version = nil
            message.mailboxes = [RemoteID("sent")]
            server.put(message)
            return RemoteSent(message: message)
        }
    }

    public func whereabouts(
        of draft: RemoteID?, messageIDHeader: String?, sending: RemoteSubmission?
    ) async throws(RemoteError) -> RemoteWhereabouts {
        try server.call("whereabouts", draft?.rawValue ?? "") { access in
            let found = access.messages().first { $0.id == draft || $0.messageIDHeader == messageIDHeader }
            guard let found else { return sending == nil ? .nowhere : .uncertain }
            return found.keywords.contains(.draft) ? .draft(found) : .sent(found)
        }
    }

    public func upload(_ file: RemoteUpload) async throws(RemoteError) -> MessageFile {
        try server.call("upload", file.fileName) { _ in
            MessageFile(
                remoteID: RemoteID("f-\(file.fileName)"), fileName: file.fileName, contentType: file.contentType,
                size: file.bytes.count)
        }
    }

    public func createMailbox(named name: String) async throws(RemoteError) -> RemoteMailbox {
        try server.call("createMailbox", name) { access throws(RemoteError) in
            guard !access.mailboxes().contains(where: { $0.name == name }) else {
                throw RemoteError(.refused(status: 400, message: "that name is taken"), call: "createMailbox")
            }
            let mailbox = RemoteMailbox(id: RemoteID("b-\(name)"), name: name, role: nil)
            server.put(mailbox)
            return mailbox
        }
    }

    public func renameMailbox(_ id: RemoteID, to name: String) async throws(RemoteError) -> RemoteMailbox {
        try server.call("renameMailbox", id.rawValue) { _ in
            let mailbox = RemoteMailbox(id: id, name: name, role: nil)
            server.put(mailbox)
            return mailbox
        }
    }

    public func deleteMailbox(_ id: RemoteID) async throws(RemoteError) {
        try server.call("deleteMailbox", id.rawValue) { _ in server.remove(mailbox: id.rawValue) }
    }

    /// The draft of that id and save, or an empty one for no id.
    private func existing(_ id: RemoteID?, version: Int?, _ access: ModelServer.Access) throws(RemoteError)
        -> RemoteMessage
    {
        guard let id else {
            let number = server.calls.count
            return .remote(id: "d\(number)", subject: "", draft: true, in: ["drafts"], at: number)
        }
        guard let message = access.message(id), message.keywords.contains(.draft) else {
            throw RemoteError(.notFound(message: "not a draft"), call: "draft")
        }
        guard message.version == version else {
            throw RemoteError(.conflict(message: "another save is newer"), call: "draft")
        }
        return message
    }
}
