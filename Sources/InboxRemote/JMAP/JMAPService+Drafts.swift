import Foundation
package import InboxModel
import MailContent

extension JMAPService {
    /// A draft cannot be changed, so each save creates a new email. The old one is destroyed only when the new one exists.
    package func save(_ draft: RemoteDraft) async throws(RemoteError) -> RemoteMessage {
        let mailbox = try await mailbox(for: .drafts)
        let attachments = draft.files.reduce(0) { $0 + $1.size }
        if let most = try await keeper.current().session.mail.attachmentBytes, attachments > most {
            throw RemoteError(
                .refused(status: 0, message: "files of \(attachments) bytes; the server takes \(most)"),
                call: "Email/set", type: "tooLarge")
        }
        var draft = draft
        let ids = [draft.id, draft.inReplyTo].compactMap(\.self)
        let known = try await beforeOrder { () throws(RemoteError) in try await answered(ids) }
        var others: Set<RemoteID> = []
        if let old = draft.id {
            guard let save = try known.draft(old) else {
                // Another client saved over it, sent it or deleted it. This save must not pass for one of the same draft.
                throw Self.goneElsewhere
            }
            // A reply that was begun in another client remains a reply.
            if draft.inReplyTo == nil, draft.inReplyToHeader == nil, draft.references.isEmpty {
                (draft.inReplyToHeader, draft.references) = (save.inReplyTo.first, save.references)
            }
            draft.keep(save.headers)
            others = try await labels(of: save, besides: mailbox)
        }
        let email = DraftEmail(
            draft: draft, mailbox: mailbox, references: Self.references(of: draft, known.list), others: others)
        let id = try await made(email, at: known.state)
        push.board.wrote()
        if let old = draft.id, old.rawValue != id {
            // A leftover would show up as another draft. The caller looks for the save after this error and deletes it.
            do throws(RemoteError) { try await destroyDraft(old) } catch {
                guard error.nextStep == .drop else { throw error.afterWork }
            }
        }
        do throws(RemoteError) {
            if let saved = try await message(RemoteID(id)) { return saved }
        } catch {
            guard error.nextStep == .drop else { throw error.afterWork }
        }
        // The draft is saved, whatever the server answers here. The caller must look again.
        throw RemoteError(.unreadableAnswer(detail: "the saved draft is not returned"), call: "Email/get")
    }

    /// Returns the mailboxes that another program put a draft into, as labels. Those with a role, such as the trash, are left.
    private func labels(of save: WireAnswered, besides drafts: RemoteID) async throws(RemoteError) -> Set<RemoteID> {
        let others = save.mailboxes.subtracting([drafts])
        guard !others.isEmpty else { return [] }
        let tree = try await beforeOrder { () throws(RemoteError) in try await mailboxTree() }
        return others.filter { tree.role(of: $0.rawValue) == nil }
    }

    /// Creates the email. Uses bytes if a server would write content types wrongly, else properties, so that files are not uploaded again.
    private func made(_ email: DraftEmail, at state: String) async throws(RemoteError) -> String {
        if email.needsOwnBytes, let id = try await imported(email) { return id }
        let answer: Result<WireSet.Created, MethodError>
        do throws(RemoteError) {
            answer = try await make("draft", "Email/set", ["create": ["draft": email.json]], at: state)
        } catch {
            // An uploaded message may be larger than a request.
            guard error.type == "requestTooLarge", let id = try await imported(email) else { throw error }
            return id
        }
        switch answer {
        case .success(let created): return created.id
        case .failure(let error):
            // The same bytes exist: a save whose answer was lost.
            guard error.type == "alreadyExists", let old = error.existingID else {
                throw error.remoteError(call: "Email/set")
            }
            return old
        }
    }

    /// Creates an email, bound to the state of all mail.
    /// - Parameter key: the creation id in the arguments.
    func make(_ key: String, _ method: String, _ arguments: [String: JSON], at state: String) async throws(RemoteError)
        -> Result<WireSet.Created, MethodError>
    {
        try await bound(method, arguments, at: state).created(key, call: method)
    }

    /// Creates emails, bound to the state of all mail (RFC 8620 §5.3): if the request arrives twice, the server refuses the second. After a
    /// state mismatch, the caller must check whether the first request succeeded.
    func bound(_ method: String, _ arguments: [String: JSON], at state: String) async throws(RemoteError) -> WireSet {
        let isBound = !state.isEmpty && !knowledge.isStateless(method)
        var batch = Batch()
        batch.isRepeatable = false
        let set = batch.add(
            method, isBound ? arguments.merging(["ifInState": .string(state)]) { $1 } : arguments, as: WireSet.self)
        do throws(RemoteError) {
            return try await caller.send(batch).value(set)
        } catch {
            let isUnknown = error.names.contains("ifInState") || error.summary.contains("ifInState")
            guard isBound, error.type == "invalidArguments", isUnknown else { throw error }
            knowledge.noteStateless(method)
            return try await bound(method, arguments, at: state)
        }
    }

    /// - Returns: nil if the server does not accept such a message, or one of its files cannot be read.
    private func imported(_ email: DraftEmail) async throws(RemoteError) -> String? {
        var files: [OutgoingFile] = []
        for file in email.draft.files {
            do throws(RemoteError) {
                let content = try await download(file.remoteID, meter: nil)
                // The server has the whole file and can attach it by itself.
                guard content.count >= file.size else { return nil }
                files.append(
                    OutgoingFile(
                        id: file.contentID ?? "", name: file.fileName, contentType: file.typeToPassOn,
                        content: content))
            } catch {
                // Uploads expire. The server reports a missing file when it has to attach it, and the file is then uploaded again.
                guard error.nextStep == .drop else { throw error }
                return nil
            }
        }
        let bytes = email.bytes(files, now: now())
        guard bytes.count <= (try await keeper.current().session.limits.uploadBytes) else { return nil }
        let blob: String
        do throws(RemoteError) { blob = try await upload(bytes, type: "message/rfc822") } catch {
            guard error.unapprovedOrigins != nil else { throw error }
            return nil
        }
        // The state is read only now, because uploading takes time.
        let state = try await answered([]).state
        switch try await make("draft", "Email/import", ["emails": ["draft": email.json(blob: blob)]], at: state) {
        case .success(let created): return created.id
        case .failure(let error):
            if error.type == "alreadyExists", let old = error.existingID { return old }
            guard error.type == "invalidEmail" else { throw error.remoteError(call: "Email/import") }
            return nil
        }
    }

    /// Returns the References of a draft, back to the start of its thread (RFC 5322 §3.6.4), without brackets.
    /// - Parameter known: the server's draft and the message that it answers.
    private static func references(of draft: RemoteDraft, _ known: [WireAnswered]) -> [String] {
        let answered = draft.inReplyToHeader.map { [$0.bareMessageID] } ?? []
        guard let id = draft.inReplyTo else {
            return draft.references.isEmpty ? answered : draft.references.map(\.bareMessageID)
        }
        guard let email = known.first(where: { $0.id == id.rawValue }) else { return answered }
        // A message without References may still name the one that it answers.
        let before = email.references.isEmpty && email.inReplyTo.count == 1 ? email.inReplyTo : email.references
        return before + (email.messageID ?? answered)
    }

    /// Returns emails together with the current state of all mail.
    func answered(_ ids: [RemoteID]) async throws(RemoteError) -> WireGet<WireAnswered> {
        try await caller.get(
            "Email/get", ids.map(\.rawValue), properties: WireAnswered.properties, as: WireAnswered.self)
    }

    package func deleteDraft(_ id: RemoteID, version: Int?) async throws(RemoteError) {
        guard try await destroyDraft(id) else { throw Self.goneElsewhere }
        push.board.wrote()
    }

    private static let goneElsewhere = RemoteError(
        .notFound(message: "the draft was saved, sent or deleted elsewhere"), call: "Email/set")

    /// Destroys a draft. A draft sent elsewhere keeps its id and must stay, so it is checked first, and nothing may have changed since.
    /// - Returns: false if it is no longer a draft, or is gone.
    @discardableResult
    func destroyDraft(_ id: RemoteID) async throws(RemoteError) -> Bool {
        var looksLeft = 3
        while true {
            let seen = try await caller.get(
                "Email/get", [id.rawValue], properties: ["keywords"], as: WireAnswered.self)
            guard try seen.draft(id) != nil else { return false }
            looksLeft -= 1
            do throws(RemoteError) { return try await destroy(id, at: seen.state) } catch {
                guard error.type == RemoteError.stateMismatch, looksLeft > 0 else { throw error }
            }
        }
    }

    /// - Parameter state: the expected state of all mail; if it has changed, nothing is destroyed.
    /// - Returns: false if the email was already gone.
    @discardableResult
    func destroy(_ id: RemoteID, at state: String? = nil) async throws(RemoteError) -> Bool {
        var batch = Batch()
        var arguments: [String: JSON] = ["destroy": .strings([id.rawValue])]
        if let state { arguments["ifInState"] = .string(state) }
        let set = batch.add("Email/set", arguments, as: WireSet.self)
        let answer = try await caller.send(batch).value(set)
        if let error = answer.refusal(toDestroy: id.rawValue, call: "Email/set") { throw error }
        return answer.destroyed.contains(id.rawValue)
    }

    /// Uploads may be repeated: servers remove unused blobs by themselves (RFC 8620 §6.1).
    package func upload(_ file: RemoteUpload, meter: TransferMeter?) async throws(RemoteError) -> MessageFile {
        let blob = try await upload(file.bytes, type: file.contentType, meter: meter)
        return MessageFile(
            remoteID: RemoteID(blob), fileName: file.fileName, contentType: file.contentType, size: file.bytes.count)
    }

    /// - Returns: the blob's id.
    func upload(_ bytes: [UInt8], type: String, meter: TransferMeter? = nil) async throws(RemoteError) -> String {
        let call = "upload"
        let limit = try await keeper.current().session.limits.uploadBytes
        guard bytes.count <= limit else {
            throw RemoteError(
                .refused(status: 0, message: "a file of \(bytes.count) bytes; the server takes \(limit)"), call: call,
                type: "tooLarge")
        }
        let isType = type.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && type.contains("/")
        let response = try await caller.answer(title: call, in: .uploads) { session throws(RemoteError) in
            guard let template = session.uploadURL else { throw RemoteError(.unsupported, call: call) }
            return HTTPRequest(
                .post, url: template.filled(["accountId": session.account]),
                headers: ["Content-Type": isType ? type : "application/octet-stream", "Accept": "application/json"],
                body: bytes, totalTimeout: .seconds(3600), maxResponseBytes: 1 << 20, meter: meter)
        }
        guard let blob = try? JSONReader.read(WireUploaded.self, from: response.body) else {
            throw RemoteError(.unreadableAnswer(detail: "upload: no blob id"), call: call)
        }
        return blob.blobId
    }
}

extension WireGet<WireAnswered> {
    /// Returns nil if the email is gone, or is no longer a draft.
    /// - Throws: if the answer omits the email, which need not be gone.
    func draft(_ id: RemoteID) throws(RemoteError) -> WireAnswered? {
        if let email = list.first(where: { $0.id == id.rawValue }) { return email.isDraft ? email : nil }
        guard notFound.contains(id.rawValue) else {
            throw RemoteError(.unreadableAnswer(detail: "Email/get: a draft is left out"), call: "Email/get").beforeWork
        }
        return nil
    }
}

private struct WireUploaded: Decodable {
    var blobId: String
}
