import Foundation
public import InboxModel
import MailContent

/// Sending, so that whatever fails in between a message leaves exactly once: the submission is bound to the state that
/// was read before it, and after a lost answer one looks before anything is sent again.
extension JMAPService {
    private static let call = "EmailSubmission/set"

    public func stateBeforeSending() async throws(RemoteError) -> String? {
        var batch = Batch()
        let get = batch.add(
            "EmailSubmission/get", ["ids": [], "properties": ["id"]], as: WireGet<WireSubmission>.self)
        return try await caller.send(batch).value(get).state
    }

    public func send(_ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        try await needSubmission()
        let drafts = try await mailbox(for: .drafts)
        let sent = try await mailbox(for: .sent)
        let email = try await withoutBlindCopies(submission.draft, drafts: drafts)
        return try await submit(email, submission, drafts: drafts, sent: sent)
    }

    /// The draft of the order is not looked at: what leaves are the bytes.
    public func resend(_ bytes: [UInt8], _ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        try await needSubmission()
        let drafts = try await mailbox(for: .drafts)
        let sent = try await mailbox(for: .sent)
        let header = submission.messageIDHeader
        let email = try await copy(bytes, messageIDHeader: header, besides: nil, drafts: drafts)
        return try await submit(email, submission, drafts: drafts, sent: sent)
    }

    public func whereabouts(ofResent bytes: [UInt8], _ sending: RemoteSubmission) async throws(RemoteError)
        -> RemoteWhereabouts
    {
        let found = try await copies(of: bytes, messageIDHeader: sending.messageIDHeader)
        let (submitted, _) = try await submitted(found, by: sending)
        if let sent = submitted ?? found.first(where: { !$0.keywords.contains(.draft) }) {
            await tidy(sent: sent, among: found)
            return .sent((try? await message(sent.id)) ?? sent)
        }
        // Only as long as the server has taken no order since, it is sure that ours is none of them.
        guard let state = sending.state, try await stateBeforeSending() == state else { return .uncertain }
        return .nowhere
    }

    private func needSubmission() async throws(RemoteError) {
        guard try await keeper.current().session.capabilities.contains(.submission) else {
            // Cyrus has none as long as its own mail server is away, so this may pass.
            await keeper.doubt()
            throw RemoteError(.busy(status: 0, message: "the server takes no mail to send now"), call: Self.call)
        }
    }

    /// Orders an email of the drafts to be sent, and tidies up behind it.
    private func submit(_ email: RemoteID, _ submission: RemoteSubmission, drafts: RemoteID, sent: RemoteID)
        async throws(RemoteError) -> RemoteSent
    {
        let sender = submission.from?.email ?? ""
        let identity = try await identity(for: sender)
        let from = sender.isEmpty ? identity.email ?? "" : sender
        let move = Self.move(from: drafts, to: sent)
        var batch = Batch()
        batch.isRepeatable = false
        var arguments: [String: JSON] = [
            "create": [
                "s": [
                    "identityId": .string(identity.id), "emailId": .string(email.rawValue),
                    "envelope": [
                        "mailFrom": ["email": .string(from), "parameters": Self.parameters(submission)],
                        "rcptTo": .array(
                            submission.recipients.emailsOnce.map { ["email": .string($0), "parameters": nil] }),
                    ],
                ]
            ], "onSuccessUpdateEmail": ["#s": move.json],
        ]
        if let state = submission.state { arguments["ifInState"] = .string(state) }
        let set = batch.add(Self.call, arguments, as: WireSet.self)
        let moved = batch.implied("Email/set", by: set, as: WireSet.self)
        let answers = try await caller.send(batch)
        let answer = try answers.value(set)
        guard let created = answer.created["s"] else {
            throw refusal(answer.notCreated["s"] ?? MethodError(type: "unreadable"), of: submission)
        }
        push.board.wrote()
        // It is sent. What is not tidied up now does not make it unsent.
        if (try? answers.value(moved))?.updated.contains(email.rawValue) != true { await self.move(email, move) }
        if email != submission.draft, !submission.draft.rawValue.isEmpty { _ = try? await destroy(submission.draft) }
        return RemoteSent(
            message: (try? await message(email)) ?? nil, hold: Self.hold(created, of: email, by: submission))
    }

    public func whereabouts(
        of draft: RemoteID?, messageIDHeader: String?, sending: RemoteSubmission?
    ) async throws(RemoteError) -> RemoteWhereabouts {
        let found = try await emails(of: draft, messageIDHeader: messageIDHeader)
        let (submitted, hold) = try await submitted(found, by: sending)
        if let sent = submitted ?? found.first(where: { !$0.keywords.contains(.draft) }) {
            if sending != nil { await tidy(sent: sent, among: found) }
            let message = (try? await message(sent.id)) ?? sent
            return hold.map { .held(message, $0) } ?? .sent(message)
        }
        guard let sending else {
            // A save that was not heard of has another id than the one that it was to take the place of.
            guard let newest = found.first(where: { $0.id != draft }) ?? found.first else { return .nowhere }
            // With its text, which tells whether it is the save that was not heard of.
            return .draft(try await message(newest.id) ?? newest)
        }
        // Servers forget what they have sent. Only as long as none of their submissions changed it is sure that ours
        // is none of them.
        guard let kept = found.first(where: { $0.id == sending.draft }) ?? found.first, let state = sending.state,
            try await stateBeforeSending() == state
        else { return .uncertain }
        return .draft(kept)
    }
}

extension JMAPService {
    /// Of drafts and sent mail only the newest: what is looked for was made just now.
    private static let lookedAt = 100

    /// Every email that may be the draft: by its id, and by its Message-ID in drafts and sent.
    func emails(of draft: RemoteID?, messageIDHeader: String?) async throws(RemoteError) -> [RemoteMessage] {
        var ids = draft.map { [$0.rawValue] } ?? []
        if messageIDHeader != nil {
            for role in [MailboxRole.drafts, .sent] {
                let mailbox = try await mailbox(for: role)
                var batch = Batch()
                let query = batch.add(
                    "Email/query",
                    [
                        "filter": ["inMailbox": .string(mailbox.rawValue)],
                        "sort": [["property": "receivedAt", "isAscending": false]], "limit": .number(Self.lookedAt),
                    ], as: WireQuery.self)
                ids += try await caller.send(batch).value(query).ids.filter { !ids.contains($0) }
            }
        }
        return try await emails(ids, .list).map(\.remote).filter {
            $0.id == draft || (messageIDHeader != nil && $0.messageIDHeader == messageIDHeader)
        }
    }

    /// The one that the server has an order for, which it may still keep.
    func submitted(_ found: [RemoteMessage], by sending: RemoteSubmission?)
        async throws(RemoteError) -> (RemoteMessage?, RemoteHold?)
    {
        guard let sending, !found.isEmpty else { return (nil, nil) }
        let ids = found.map(\.id.rawValue)
        var batch = Batch()
        let query = batch.add(
            "EmailSubmission/query",
            [
                "filter": ["emailIds": .strings(ids)],
                "sort": [["property": "sentAt", "isAscending": false]],
                "limit": .number(min(Self.lookedAt, try await keeper.current().session.limits.objectsInGet)),
            ], as: WireQuery.self)
        let get = batch.add(
            "EmailSubmission/get", ["properties": .strings(WireSubmission.properties)],
            references: ["ids": query.reference("/ids") { $0.ids }], as: WireGet<WireSubmission>.self)
        let submissions = try await caller.send(batch).value(get).list
        // Some servers do not look at the filter.
        for order in submissions where order.undoStatus != "canceled" {
            guard let message = found.first(where: { $0.id.rawValue == order.emailId }) else { continue }
            let until = order.sendAt.flatMap(UTCDate.parse) ?? sending.holdUntil
            guard order.undoStatus == "pending", let until else { return (message, nil) }
            return (message, RemoteHold(id: RemoteID(order.id), message: message.id, until: until))
        }
        return (nil, nil)
    }

    /// What should have happened along with the sending, and may be done twice: the message goes to the sent mail, and
    /// the draft that it was copied from goes away.
    func tidy(sent: RemoteMessage, among found: [RemoteMessage]) async {
        if sent.keywords.contains(.draft), let drafts = try? await mailbox(for: .drafts),
            let place = try? await mailbox(for: .sent)
        {
            await move(sent.id, Self.move(from: drafts, to: place))
        }
        for copy in found where copy.id != sent.id && copy.keywords.contains(.draft) { _ = try? await destroy(copy.id) }
    }

    static func move(from drafts: RemoteID, to sent: RemoteID) -> [String: JSON] {
        [
            "mailboxIds/\(drafts.rawValue)": .null, "mailboxIds/\(sent.rawValue)": true, "keywords/$draft": .null,
        ]
    }

    func identity(for email: String) async throws(RemoteError) -> WireIdentity {
        var batch = Batch()
        let get = batch.add("Identity/get", ["ids": nil], as: WireGet<WireIdentity>.self)
        let all = try await caller.send(batch).value(get).list
        guard let identity = all.first(where: { $0.covers(email) }) ?? all.first else {
            throw RemoteError(.refused(status: 0, message: "the account has no identity to send as"), call: Self.call)
        }
        return identity
    }

    func move(_ email: RemoteID, _ patch: [String: JSON]) async {
        var batch = Batch()
        _ = batch.add("Email/set", ["update": [email.rawValue: patch.json].json], as: WireSet.self)
        _ = try? await caller.send(batch)
    }

    /// Some servers send the Bcc header along, against RFC 8621 §7.5. So what leaves is a copy of the draft without it.
    func withoutBlindCopies(_ draft: RemoteID, drafts: RemoteID) async throws(RemoteError) -> RemoteID {
        guard let message = try await emails([draft.rawValue], .list).first else {
            throw RemoteError(.notFound(message: "the draft is gone"), call: "Email/get")
        }
        guard !message.remote.bcc.isEmpty else { return draft }
        let bytes = HeaderRemoval.removing("bcc", from: try await rawMessage(draft))
        return try await copy(bytes, messageIDHeader: message.remote.messageIDHeader, besides: draft, drafts: drafts)
    }

    /// Puts a whole message among the drafts, unless a try before this one has done it.
    func copy(_ bytes: [UInt8], messageIDHeader: String?, besides draft: RemoteID?, drafts: RemoteID)
        async throws(RemoteError) -> RemoteID
    {
        // Older saves have the same Message-ID, but not the same bytes.
        for other in try await copies(of: bytes, messageIDHeader: messageIDHeader)
        where other.id != draft && other.keywords.contains(.draft) { return other.id }
        let blob = try await upload(bytes, type: "message/rfc822")
        var batch = Batch()
        batch.isRepeatable = false
        let set = batch.add(
            "Email/import",
            [
                "emails": [
                    "copy": [
                        "blobId": .string(blob), "mailboxIds": [drafts.rawValue: JSON.bool(true)].json,
                        "keywords": ["$draft": true, "$seen": true],
                    ]
                ]
            ], as: WireSet.self)
        let answer = try await caller.send(batch).value(set)
        if let created = answer.created["copy"] { return RemoteID(created.id) }
        let error = answer.notCreated["copy"] ?? MethodError(type: "unreadable")
        if error.type == "alreadyExists", let id = error.existingID { return RemoteID(id) }
        throw error.remoteError(call: "Email/import")
    }

    /// The emails among drafts and sent mail that are just these bytes.
    func copies(of bytes: [UInt8], messageIDHeader: String?) async throws(RemoteError) -> [RemoteMessage] {
        guard let messageIDHeader else { return [] }
        var copies: [RemoteMessage] = []
        for other in try await emails(of: nil, messageIDHeader: messageIDHeader) where other.bcc.isEmpty {
            if try await rawMessage(other.id) == bytes { copies.append(other) }
        }
        return copies
    }

    /// Cyrus says `forbiddenToSend` when its own mail server is away or wants to be asked again: three times are enough.
    func refusal(_ error: MethodError, of submission: RemoteSubmission) -> RemoteError {
        if submission.holdUntil != nil, Self.holdRefusals.contains(error.type) {
            knowledge.refusesHolds = true
            return RemoteError(.unsupported, call: Self.call, type: error.type)
        }
        let refusal = error.remoteError(call: Self.call)
        guard error.type == "forbiddenToSend", knowledge.putOff(submission.draft) < 3 else { return refusal }
        return RemoteError(
            .busy(status: 0, message: refusal.summary), call: Self.call, retryAfter: .seconds(300), type: error.type)
    }
}

extension [MailAddress] {
    /// Each address once, in one line; the parts before the @ may differ in case (RFC 5321 §2.4).
    fileprivate var emailsOnce: [String] {
        var seen: Set<String> = []
        return map(\.email.inOneLine).filter { seen.insert($0.lowercased()).inserted }
    }
}
