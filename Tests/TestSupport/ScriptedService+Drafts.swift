public import Foundation
public import InboxModel
public import InboxRemote

/// Drafts on a server that numbers their saves. Each is sent at most once.
extension ScriptedService {
    public func save(_ draft: RemoteDraft) async throws(RemoteError) -> RemoteMessage {
        try server.call("save", draft.id?.rawValue ?? "") { access throws(RemoteError) in
            var message = try existing(draft, access)
            message.subject = draft.subject
            (message.to, message.cc, message.bcc) = (draft.to, draft.cc, draft.bcc)
            message.from = draft.from.map { [$0] } ?? []
            message.files = draft.files
            message.body = draft.body
            message.messageIDHeader = draft.messageIDHeader
            message.inReplyToHeader = draft.inReplyToHeader
            if server.givesNewDraftIDs {
                if let old = draft.id, old != message.id { server.remove(old.rawValue) }
                message.keywords = draft.keywords
            } else {
                message.version = (message.version ?? -1) + 1
            }
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

    public func drafts(of draft: RemoteID?, messageIDHeader: String) async throws(RemoteError) -> [RemoteMessage] {
        try server.call("whereabouts", draft?.rawValue ?? "") { access in
            access.messages().filter {
                $0.keywords.contains(.draft) && ($0.id == draft || $0.messageIDHeader == messageIDHeader)
            }
        }
    }

    public func othersHeaders(of draft: RemoteID, hiding hidden: [MailAddress]) async throws(RemoteError)
        -> [DraftHeader]
    { server.othersHeaders }

    public func serverTime() async throws(RemoteError) -> Date? {
        try server.call("serverTime", "") { _ in server.orders.clock }
    }

    public func send(_ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        try server.call("send", submission.draft.rawValue) { access throws(RemoteError) in
            try server.orders.arrive(submission) {
                do throws(RemoteError) { return .success(try carryOut(submission, access)) } catch {
                    return .failure(error)
                }
            }
        }
    }

    private func carryOut(_ submission: RemoteSubmission, _ access: ModelServer.Access) throws(RemoteError)
        -> RemoteSent
    {
        if submission.holdUntil != nil, server.orders.refusesHolds { throw RemoteError(.unsupported, call: "send") }
        let sent = server.orders.isBound ? access.message(submission.draft) : nil
        var message: RemoteMessage
        if let sent {
            message = sent
        } else {
            message = try existing(submission.draft, version: submission.version, access)
        }
        if let error = server.orders.leavesDrafts {
            _ = server.orders.take(submission, message.id)
            return RemoteSent(leftover: RemoteLeftover(message: message.id, error: error))
        }
        message = moved(message)
        let hold = server.orders.take(submission, message.id)
        return RemoteSent(message: message, refusals: hold == nil ? server.orders.refusals : [:], hold: hold)
    }

    private func moved(_ message: RemoteMessage) -> RemoteMessage {
        var message = message
        message.keywords.remove(.draft)
        message.version = nil
        message.mailboxes = [RemoteID("sent")]
        server.put(message)
        return message
    }

    public func stateBeforeSending() async throws(RemoteError) -> String? {
        guard server.orders.isBound else { return nil }
        return try server.call("stateBeforeSending", "") { _ in server.orders.boundState }
    }

    /// Whether an order's outcome is unknown because another changed the state.
    private func isOpen(_ sending: RemoteSubmission?) -> Bool {
        guard let sending, sending.isRefused != true, let state = server.orders.boundState else { return false }
        return sending.state != state
    }

    public func whereabouts(
        of draft: RemoteID?, messageIDHeader: String?, sending: RemoteSubmission?
    ) async throws(RemoteError) -> RemoteWhereabouts {
        server.later { $0.orders.deliverLate() }
        return try server.call("whereabouts", draft?.rawValue ?? "") { access in
            let found = access.messages().first { $0.id == draft || $0.messageIDHeader == messageIDHeader }
            if let left = sending?.left {
                if let error = server.orders.leavesDrafts {
                    return .leftover(RemoteLeftover(message: left, error: error))
                }
                return .sent(RemoteSent(message: found.map { moved($0) }, id: left))
            }
            guard let found else { return sending == nil ? .nowhere : .uncertain }
            if let hold = server.orders.hold(of: found.id) { return .held(found, hold) }
            guard found.keywords.contains(.draft) else {
                return .sent(RemoteSent(message: found, refusals: server.orders.refusals))
            }
            return isOpen(sending) ? .uncertain : .draft(found)
        }
    }

    /// The subject of the sent copies of bounced messages. Their text is the bounced bytes.
    public static let passedOn = "passed on"

    public func resend(_ bytes: [UInt8], _ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        let text = String(decoding: bytes, as: UTF8.self)
        return try server.call("resend", text) { access throws(RemoteError) in
            try server.orders.arrive(submission) {
                let number = server.calls.count
                let copy = RemoteMessage.remote(
                    id: "r\(number)", subject: Self.passedOn, in: ["sent"], at: number, body: text)
                server.put(copy)
                if !submission.draft.rawValue.isEmpty { server.remove(submission.draft.rawValue) }
                return .success(RemoteSent(message: copy, hold: server.orders.take(submission, copy.id)))
            }
        }
    }

    public func whereabouts(ofResent bytes: [UInt8], _ sending: RemoteSubmission) async throws(RemoteError)
        -> RemoteWhereabouts
    {
        let text = String(decoding: bytes, as: UTF8.self)
        server.later { $0.orders.deliverLate() }
        return try server.call("whereabouts", text) { access in
            let copy = access.messages().first { $0.subject == Self.passedOn && $0.body?.plain == text }
            if let copy { return .sent(RemoteSent(message: copy, refusals: server.orders.refusals)) }
            return isOpen(sending) ? .uncertain : .nowhere
        }
    }

    public func destroy(_ messages: [RemoteID], trash: RemoteID) async throws(RemoteError) -> RemoteDestroyed {
        let asked = messages.prefix(server.destroyedAtOnce)
        return try server.call("destroy", asked.first?.rawValue ?? "") { access in
            let here = asked.filter { access.message($0)?.mailboxes == [trash] }
            let doomed = here.filter { !server.keeps($0) }
            for id in doomed { server.remove(id.rawValue) }
            var refusal: RemoteError?
            if doomed.count < here.count {
                refusal = RemoteError(.refused(status: 0, message: "forbidden"), call: "destroy", type: "forbidden")
                refusal?.isAboutObject = true
            }
            return RemoteDestroyed(asked: asked.count, gone: Set(doomed), refusal: refusal)
        }
    }

    public func upload(_ file: RemoteUpload, meter: TransferMeter?) async throws(RemoteError) -> MessageFile {
        try server.call("upload", file.fileName) { _ in
            meter?.sent(file.bytes.count)
            return MessageFile(
                remoteID: RemoteID("f-\(file.fileName)"), fileName: file.fileName, contentType: file.contentType,
                size: file.bytes.count)
        }
    }

    public func createMailbox(named name: String) async throws(RemoteError) -> RemoteMailbox {
        try server.call("createMailbox", name) { access throws(RemoteError) in
            try checkIsFree(name, access)
            let isUsed = server.hasUsed(mailbox: RemoteID("b-\(name)"))
            let id = isUsed ? "b-\(name)-\(server.calls.count)" : "b-\(name)"
            // Like a server that accepts roles, or derives them from names.
            let roles = MailboxRole.allCases.filter { role in !access.mailboxes().contains { $0.role == role } }
            let mailbox = RemoteMailbox(
                id: RemoteID(id), name: name, role: roles.first { $0.rawValue.capitalized == name })
            server.put(mailbox)
            return mailbox
        }
    }

    public func renameMailbox(_ id: RemoteID, to name: String) async throws(RemoteError) -> RemoteMailbox {
        try server.call("renameMailbox", id.rawValue) { access throws(RemoteError) in
            guard let old = access.mailboxes().first(where: { $0.id == id }) else {
                throw RemoteError(.notFound(message: "no such mailbox"), call: "renameMailbox")
            }
            try checkIsFree(name, access, except: id)
            let mailbox = RemoteMailbox(id: id, name: name, role: nil)
            server.put(mailbox)
            guard server.nestsMailboxes else { return mailbox }
            for var lower in access.mailboxes() where lower.name.hasPrefix(old.name + "/") {
                lower.name = name + lower.name.dropFirst(old.name.count)
                server.put(lower)
            }
            return mailbox
        }
    }

    public func deleteMailbox(_ id: RemoteID) async throws(RemoteError) {
        try server.call("deleteMailbox", id.rawValue) { access throws(RemoteError) in
            guard access.mailboxes().contains(where: { $0.id == id }) else {
                throw RemoteError(.notFound(message: "no such mailbox"), call: "deleteMailbox")
            }
            server.remove(mailbox: id.rawValue)
        }
    }

    private func checkIsFree(_ name: String, _ access: ModelServer.Access, except id: RemoteID? = nil)
        throws(RemoteError)
    {
        guard !access.mailboxes().contains(where: { $0.name == name && $0.id != id }) else {
            throw RemoteError(.refused(status: 400, message: "that name is taken"), call: "mailbox")
        }
    }

    /// Returns the draft that a save replaces, or an empty one.
    private func existing(_ draft: RemoteDraft, _ access: ModelServer.Access) throws(RemoteError) -> RemoteMessage {
        if let id = draft.id, !server.givesNewDraftIDs { return try existing(id, version: draft.version, access) }
        let number = server.calls.count
        let thread = draft.inReplyTo.flatMap { access.message($0)?.thread.rawValue }
        return .remote(id: "d\(number)", thread: thread, subject: "", draft: true, in: ["drafts"], at: number)
    }

    private func existing(_ id: RemoteID, version: Int?, _ access: ModelServer.Access) throws(RemoteError)
        -> RemoteMessage
    {
        guard let message = access.message(id), message.keywords.contains(.draft) else {
            throw RemoteError(.notFound(message: "not a draft"), call: "draft")
        }
        guard message.version == version else {
            throw RemoteError(.conflict(message: "another save is newer"), call: "draft")
        }
        return message
    }
}
