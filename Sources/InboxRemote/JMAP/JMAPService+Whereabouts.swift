package import InboxModel

/// Finds out what became of a draft, or of a submission, whose answer was lost.
extension JMAPService {
    /// Only the newest drafts and sent messages: the email was created just now.
    private static let lookedAt = 100

    package func whereabouts(
        of draft: RemoteID?, messageIDHeader: String?, sending: RemoteSubmission?
    ) async throws(RemoteError) -> RemoteWhereabouts {
        var found = try await emails(of: draft, messageIDHeader: messageIDHeader)
        if let left = sending?.left { return try await sent(left, among: found) }
        if let sending { found = found.notOlder(than: sending.draft) }
        let order = try await submitted(found, by: sending)
        if let sent = order?.message ?? found.first(where: { !$0.keywords.contains(.draft) }) {
            if sending != nil, order?.hold == nil { return try await self.sent(sent, among: found, by: order) }
            if sending != nil { try await tidy(sent: sent, among: found) }
            let message = (try? await message(sent.id)) ?? sent
            if let hold = order?.hold { return .held(message, hold) }
            return .sent(RemoteSent(message: message))
        }
        guard let sending else {
            // A save whose answer was lost has another id than the save that it replaces.
            guard let newest = found.first(where: { $0.id != draft }) ?? found.first else { return .nowhere }
            // With its text, which shows whether it is that save.
            return .draft(try await message(newest.id) ?? newest)
        }
        guard let kept = found.first(where: { $0.id == sending.draft }) ?? found.first else { return .uncertain }
        // The server has said so itself.
        if sending.isRefused == true { return .draft(kept) }
        // Servers forget what they have sent. Only while the state of their submissions is unchanged is it certain that this message was
        // not sent.
        guard let state = sending.state, try await stateBeforeSending() == state else { return .uncertain }
        return .draft(kept)
    }

    package func whereabouts(ofResent bytes: [UInt8], _ sending: RemoteSubmission) async throws(RemoteError)
        -> RemoteWhereabouts
    {
        if let left = sending.left {
            let found = try await emails(of: left, messageIDHeader: nil)
            return try await sent(left, among: found)
        }
        let found = try await copies(of: bytes, messageIDHeader: sending.messageIDHeader)
        let order = try await submitted(found, by: sending)
        if let sent = order?.message ?? found.first(where: { !$0.keywords.contains(.draft) }) {
            return try await self.sent(sent, among: found, by: order)
        }
        if sending.isRefused == true { return .nowhere }
        // Only while the server has taken no submission since is it certain that this message was not sent.
        guard let state = sending.state, try await stateBeforeSending() == state else { return .uncertain }
        return .nowhere
    }

    package func drafts(of draft: RemoteID?, messageIDHeader: String) async throws(RemoteError) -> [RemoteMessage] {
        let newest = try await emails(of: draft, messageIDHeader: messageIDHeader)
        // Servers that search headers find it, however old it is.
        let found = newest + (try await messages(withMessageIDs: [messageIDHeader]))
        var drafts: [RemoteMessage] = []
        for email in found where email.keywords.contains(.draft) && !drafts.contains(where: { $0.id == email.id }) {
            if let whole = try await message(email.id) { drafts.append(whole) }
        }
        return drafts
    }

    /// Returns every email that may be the draft: by its id, and by its Message-ID in drafts and sent mail.
    func emails(of draft: RemoteID?, messageIDHeader: String?) async throws(RemoteError) -> [RemoteMessage] {
        var ids = draft.map { [$0.rawValue] } ?? []
        if messageIDHeader != nil {
            for role in [MailboxRole.drafts, .sent] {
                let mailbox = try await mailbox(for: role)
                let newest = try await query([
                    "filter": ["inMailbox": .string(mailbox.rawValue)], "sort": Self.newestFirst,
                    "limit": .number(Self.lookedAt),
                ])
                ids += newest.ids.filter { !ids.contains($0) }
            }
        }
        return try await emails(ids, .list).map(\.remote).filter {
            $0.id == draft || (messageIDHeader != nil && $0.messageIDHeader == messageIDHeader)
        }
    }

    /// An order that the server has.
    struct Submitted {
        var id: String
        var message: RemoteMessage
        /// Set if the server still holds it.
        var hold: RemoteHold?
    }

    /// Returns the order by which one of these emails was submitted.
    func submitted(_ found: [RemoteMessage], by sending: RemoteSubmission?) async throws(RemoteError) -> Submitted? {
        guard let sending, !found.isEmpty else { return nil }
        // Mail in the sent mailbox was sent, unless it is held for later: no need to ask for the submission.
        let session = try await keeper.current().session
        if !session.capabilities.contains(.submission), sending.holdUntil == nil,
            found.contains(where: { !$0.keywords.contains(.draft) })
        {
            return nil
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
            // The server accepts submissions but does not report them (James): the mail must show it.
            guard error.type == "unknownMethod" else { throw error }
            return nil
        }
        // Some servers ignore the filter.
        for order in submissions where order.undoStatus != "canceled" {
            guard let message = found.first(where: { $0.id.rawValue == order.emailId }) else { continue }
            let until = order.sendAt.flatMap(UTCDate.parse) ?? sending.holdUntil
            var submitted = Submitted(id: order.id, message: message)
            if order.undoStatus == "pending", let until {
                submitted.hold = RemoteHold(id: RemoteID(order.id), message: message.id, until: until)
            }
            return submitted
        }
        return nil
    }

    /// Returns whom a submitted message did not, or may not, have reached, with the reasons.
    func deliveries(of submission: String) async throws(RemoteError) -> [String: String] {
        let answer = try await caller.get(
            "EmailSubmission/get", [submission], properties: ["id", "deliveryStatus"], as: WireDeliveries.self)
        return answer.list.first?.refusals ?? [:]
    }

    /// The same for an order whose answer was lost, so that nobody else tells it. If this answer is lost as well, the order is looked up again.
    func lateDeliveries(of submission: String) async throws(RemoteError) -> [String: String] {
        do throws(RemoteError) { return try await deliveries(of: submission) } catch {
            switch error.reason {
            case .unreachable, .cancelled: throw error
            default: return [:]
            }
        }
    }

    private func sent(_ left: RemoteID, among found: [RemoteMessage]) async throws(RemoteError) -> RemoteWhereabouts {
        guard let message = found.first(where: { $0.id == left }) else { return .sent(RemoteSent(id: left)) }
        return try await sent(message, among: found, by: nil)
    }

    /// The message was certainly sent, whatever the server answers when it is moved out of the drafts.
    /// - Parameter order: its order, if the server knows it and has not been asked yet whom it reached.
    private func sent(_ message: RemoteMessage, among found: [RemoteMessage], by order: Submitted?)
        async throws(RemoteError) -> RemoteWhereabouts
    {
        let refusals = if let order { try await lateDeliveries(of: order.id) } else { [String: String]() }
        do throws(RemoteError) { try await tidy(sent: message, among: found) } catch {
            return .leftover(RemoteLeftover(message: message.id, error: error, refusals: refusals))
        }
        return .sent(RemoteSent(message: (try? await self.message(message.id)) ?? message, refusals: refusals))
    }

    /// Does what should have happened when the message was sent, and may be repeated: moves it to the sent mail, and destroys the draft
    /// that it was copied from.
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
    /// Leaves out mail older than the saved draft, because older mail with the same Message-ID does not show that the draft was sent. Other
    /// saves of the draft stay.
    fileprivate func notOlder(than draft: RemoteID) -> [RemoteMessage] {
        guard let saved = first(where: { $0.id == draft })?.receivedAt else { return self }
        return filter { $0.receivedAt >= saved || $0.keywords.contains(.draft) }
    }
}
