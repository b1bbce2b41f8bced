public import InboxModel

/// What became of a draft, or of an order to send it, without our hearing of it.
extension JMAPService {
    /// Of drafts and sent mail only the newest: what is looked for was made just now.
    private static let lookedAt = 100

    public func whereabouts(
        of draft: RemoteID?, messageIDHeader: String?, sending: RemoteSubmission?
    ) async throws(RemoteError) -> RemoteWhereabouts {
        var found = try await emails(of: draft, messageIDHeader: messageIDHeader)
        if let left = sending?.left { return try await sent(found.first { $0.id == left }, among: found) }
        if let sending { found = found.notOlder(than: sending.draft) }
        let (submitted, hold) = try await submitted(found, by: sending)
        if let sent = submitted ?? found.first(where: { !$0.keywords.contains(.draft) }) {
            if sending != nil, hold == nil { return try await self.sent(sent, among: found) }
            if sending != nil { try await tidy(sent: sent, among: found) }
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

    public func whereabouts(ofResent bytes: [UInt8], _ sending: RemoteSubmission) async throws(RemoteError)
        -> RemoteWhereabouts
    {
        if let left = sending.left {
            let found = try await emails(of: left, messageIDHeader: nil)
            return try await sent(found.first, among: found)
        }
        let found = try await copies(of: bytes, messageIDHeader: sending.messageIDHeader)
        let (submitted, _) = try await submitted(found, by: sending)
        if let sent = submitted ?? found.first(where: { !$0.keywords.contains(.draft) }) {
            return try await self.sent(sent, among: found)
        }
        // Only as long as the server has taken no order since, it is sure that ours is none of them.
        guard let state = sending.state, try await stateBeforeSending() == state else { return .uncertain }
        return .nowhere
    }

    public func drafts(of draft: RemoteID?, messageIDHeader: String) async throws(RemoteError) -> [RemoteMessage] {
        let newest = try await emails(of: draft, messageIDHeader: messageIDHeader)
        // Servers that look for headers find it however old it is.
        let found = newest + (try await messages(withMessageIDs: [messageIDHeader]))
        var drafts: [RemoteMessage] = []
        for email in found where email.keywords.contains(.draft) && !drafts.contains(where: { $0.id == email.id }) {
            if let whole = try await message(email.id) { drafts.append(whole) }
        }
        return drafts
    }

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
        // What lies in the sent mail is sent, unless it is kept for later: that is known without asking for the order.
        let session = try await keeper.current().session
        if !session.capabilities.contains(.submission), sending.holdUntil == nil,
            found.contains(where: { !$0.keywords.contains(.draft) })
        {
            return (nil, nil)
        }
        try await needSubmission()
        let ids = found.map(\.id.rawValue)
        var batch = Batch()
        let query = batch.add(
            "EmailSubmission/query",
            [
                "filter": ["emailIds": .strings(ids)],
                "sort": [["property": "sentAt", "isAscending": false]],
                "limit": .number(min(Self.lookedAt, session.limits.objectsInGet)),
            ], as: WireQuery.self)
        let get = batch.add(
            "EmailSubmission/get", ["properties": .strings(WireSubmission.properties)],
            references: ["ids": query.reference("/ids") { $0.ids }], as: WireGet<WireSubmission>.self)
        let submissions: [WireSubmission]
        do throws(RemoteError) {
            submissions = try await caller.send(batch).value(get).list
        } catch {
            // It takes orders and tells nothing of them (James): the mail itself has to tell.
            guard error.type == "unknownMethod" else { throw error }
            return (nil, nil)
        }
        // Some servers do not look at the filter.
        for order in submissions where order.undoStatus != "canceled" {
            guard let message = found.first(where: { $0.id.rawValue == order.emailId }) else { continue }
            let until = order.sendAt.flatMap(UTCDate.parse) ?? sending.holdUntil
            guard order.undoStatus == "pending", let until else { return (message, nil) }
            return (message, RemoteHold(id: RemoteID(order.id), message: message.id, until: until))
        }
        return (nil, nil)
    }

    /// Sent for certain, whatever the server says when it is to be taken out of the drafts.
    private func sent(_ message: RemoteMessage?, among found: [RemoteMessage]) async throws(RemoteError)
        -> RemoteWhereabouts
    {
        guard let message else { return .sent(nil) }
        do throws(RemoteError) { try await tidy(sent: message, among: found) } catch {
            return .leftover(RemoteLeftover(message: message.id, error: error))
        }
        return .sent((try? await self.message(message.id)) ?? message)
    }

    /// What should have happened along with the sending, and may be done twice: the message goes to the sent mail, and
    /// the draft that it was copied from goes away.
    func tidy(sent: RemoteMessage, among found: [RemoteMessage]) async throws(RemoteError) {
        if sent.keywords.contains(.draft) {
            let drafts = try await mailbox(for: .drafts)
            let place = try await mailbox(for: .sent)
            try await move(sent.id, Self.move(from: drafts, to: place))
        }
        for copy in found where copy.id != sent.id && copy.keywords.contains(.draft) {
            try await insist { () async throws(RemoteError) in try await destroy(copy.id) }
        }
    }
}

extension [RemoteMessage] {
    /// Without mail that was there before a draft was saved: what has the same Message-ID since before is no trace of its being sent.
    /// Saves of the draft have it too, and count.
    fileprivate func notOlder(than draft: RemoteID) -> [RemoteMessage] {
        guard let saved = first(where: { $0.id == draft })?.receivedAt else { return self }
        return filter { $0.receivedAt >= saved || $0.keywords.contains(.draft) }
    }
}
