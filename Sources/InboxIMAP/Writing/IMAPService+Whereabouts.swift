package import InboxModel
import InboxRemote

/// Finds out what became of a draft, or of an order, whose answer was lost.
extension IMAPService {
    package func whereabouts(
        of draft: RemoteID?, messageIDHeader: String?, sending: RemoteSubmission?
    ) async throws(RemoteError) -> RemoteWhereabouts {
        guard let sending else { return try await whereabouts(ofSave: draft, messageIDHeader) }
        let departure = Departure(sending)
        switch try fate(of: departure) {
        case .taken(let refusals): return await finished(departure, nil, refusals)
        case .kept:
            let there = try await drafts(of: sending.draft, messageIDHeader: messageIDHeader ?? "")
            return (there.first { $0.id == sending.draft } ?? there.first).map { .draft($0) } ?? .nowhere
        case .unknown: return try await inSentMail(departure, nil)
        }
    }

    package func whereabouts(ofResent bytes: [UInt8], _ sending: RemoteSubmission) async throws(RemoteError)
        -> RemoteWhereabouts
    {
        let bytes = OutgoingBytes.withNetworkLineEnds(bytes)
        let departure = Departure(sending, bytes: bytes)
        return switch try fate(of: departure) {
        case .taken(let refusals): await finished(departure, bytes, refusals)
        case .kept: .nowhere
        case .unknown: try await inSentMail(departure, bytes)
        }
    }

    private enum Fate {
        case taken([String: String])
        /// It certainly was not sent.
        case kept
        case unknown
    }

    private func fate(of departure: Departure) throws(RemoteError) -> Fate {
        let stage = try keeper.use { try $0.submission(of: departure.key) }
        if case .taken(let refusals) = stage { return .taken(refusals) }
        if departure.order.left != nil { return .taken([:]) }
        return stage == .failed || departure.order.isRefused == true ? .kept : .unknown
    }

    private func finished(_ departure: Departure, _ bytes: [UInt8]?, _ refusals: [String: String]) async
        -> RemoteWhereabouts
    {
        let sent = await finish(departure, bytes, refusals, mayBeFiled: true)
        return sent.leftover.map { .leftover($0) } ?? .sent(sent)
    }

    /// Nobody but the sent mail can tell, where some servers put a copy by themselves.
    private func inSentMail(_ departure: Departure, _ bytes: [UInt8]?) async throws(RemoteError) -> RemoteWhereabouts {
        let id = departure.order.draft
        let draft = try keeper.use { try $0.messages([id]) }[id]
        guard try await sentCopy(departure, draft, isAltered: bytes == nil) != nil else { return .uncertain }
        try? keeper.use { try $0.note(.taken(refusals: [:]), of: departure.key) }
        return await finished(departure, bytes, [:])
    }

    private func whereabouts(ofSave draft: RemoteID?, _ messageIDHeader: String?) async throws(RemoteError)
        -> RemoteWhereabouts
    {
        // A save whose answer was lost has another id than the save that it replaces.
        let there = try await drafts(of: draft, messageIDHeader: messageIDHeader ?? "")
        return (there.first { $0.id != draft } ?? there.first).map { .draft($0) } ?? .nowhere
    }
}
