import Foundation
package import InboxModel

/// Optional features besides mail. They never share a request with sync or sending, so that a server that fails on one of them fails on
/// nothing else. Cyrus drops the connection when it is asked for the vacation reply.
extension JMAPService {
    private static let singleton = "singleton"

    package func vacation() async throws(RemoteError) -> VacationReply {
        try await optional("VacationResponse/get", of: .vacation) { () async throws(RemoteError) in
            let answer = try await caller.get("VacationResponse/get", [Self.singleton], as: WireVacation.self)
            return answer.list.first?.reply ?? VacationReply()
        }
    }

    /// Changes only what differs. A new text is plain, and replaces an HTML text.
    package func setVacation(_ reply: VacationReply, before: VacationReply) async throws(RemoteError) {
        let call = "VacationResponse/set"
        try await optional(call, of: .vacation) { () async throws(RemoteError) in
            func date(_ date: Date?) -> JSON { date.map { .string(UTCDate.text($0)) } ?? .null }
            var patch: [String: JSON] = ["isEnabled": .bool(reply.isEnabled)]
            if reply.from != before.from { patch["fromDate"] = date(reply.from) }
            if reply.until != before.until { patch["toDate"] = date(reply.until) }
            if reply.subject != before.subject {
                patch["subject"] = reply.subject.map { .string($0.inOneLine) } ?? .null
            }
            if reply.text != before.text {
                patch["textBody"] = reply.text.map { .string($0) } ?? .null
                patch["htmlBody"] = .null
            }
            let answer = try await caller.call(
                call, ["update": [Self.singleton: .object(patch)].json], as: WireSet.self)
            if let error = answer.refusal(toUpdate: Self.singleton, call: call) { throw error }
        }
    }

    package func quotas() async throws(RemoteError) -> [MailQuota] {
        try await optional("Quota/get", of: .quota) { () async throws(RemoteError) in
            // Some servers call no limit 0 (Stalwart did), and nobody whose mail they hold has used up all of nothing.
            try await caller.get("Quota/get", nil, as: WireQuota.self).list.filter { $0.isOwn && $0.quota.limit > 0 }
                .map(\.quota)
        }
    }

    /// Returns the limit for all files, or for one upload if only that is reported.
    package func attachmentLimit() async throws(RemoteError) -> Int? {
        let session = try await keeper.current().session
        return session.mail.attachmentBytes ?? session.limits.uploadBytes
    }

    package func mailboxDepth() async throws(RemoteError) -> Int? {
        try await keeper.current().session.mail.mailboxDepth
    }

    package func canSend() async throws(RemoteError) -> Bool {
        try await !keeper.current().session.onlyOthersSend
    }

    package func identities() async throws(RemoteError) -> [Identity] {
        try await optional("Identity/get", of: .submission) { () async throws(RemoteError) in
            try await wireIdentities().compactMap { wire in
                guard let email = wire.email?.inOneLine, email.contains("@") else { return nil }
                let signature = wire.textSignature?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
                return Identity(
                    name: wire.name?.inOneLine ?? "", email: email, signature: signature.isEmpty ? nil : signature,
                    replyTo: wire.replyTo.isEmpty ? nil : wire.replyTo, bcc: wire.bcc.isEmpty ? nil : wire.bcc)
            }
        }
    }

    /// Makes an optional call, unless the server does not list its capability or the call has lost the connection twice in a row. Without a
    /// network every call loses it; only one that fails while others do not is left out from then on.
    private func optional<Value: Sendable>(
        _ call: String, of capability: Capability, _ body: () async throws(RemoteError) -> Value
    ) async throws(RemoteError) -> Value {
        guard try await keeper.current().session.capabilities.contains(capability) else {
            throw RemoteError(.unsupported, call: call)
        }
        if knowledge.isSwitchedOff(call) { throw RemoteError(.unsupported, call: call, finding: .hungUp) }
        do throws(RemoteError) {
            let value = try await body()
            knowledge.answered(call)
            return value
        } catch {
            if case .unreachable = error.reason, (try? await latestState()) != nil { knowledge.lost(call) }
            throw error
        }
    }
}

private struct WireVacation: Decodable, Sendable {
    var reply: VacationReply

    private enum CodingKeys: String, CodingKey { case isEnabled, fromDate, toDate, subject, textBody, htmlBody }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        reply = VacationReply(
            isEnabled: fields.flag(.isEnabled) ?? false, from: fields.text(.fromDate).flatMap(UTCDate.parse),
            until: fields.text(.toDate).flatMap(UTCDate.parse), subject: fields.text(.subject),
            text: fields.text(.textBody), html: fields.text(.htmlBody))
    }
}

/// A Quota (RFC 9425 §4).
private struct WireQuota: Decodable, Sendable {
    var quota: MailQuota
    /// Whether it limits the account's mail, and nothing else: others share a quota of a domain or of the whole server (RFC 9425 §3.1), and
    /// what they use says nothing about the account.
    var isOwn: Bool

    private enum CodingKeys: String, CodingKey { case name, resourceType, used, hardLimit, warnLimit, types, scope }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        let unit = MailQuota.Unit(rawValue: fields.text(.resourceType) ?? "")
        guard let unit, let used = fields.whole(.used), let limit = fields.whole(.hardLimit) else {
            throw DecodingError.dataCorruptedError(forKey: .used, in: fields, debugDescription: "no quota")
        }
        quota = MailQuota(
            name: fields.text(.name) ?? "", unit: unit, used: max(used, 0), limit: max(limit, 0),
            warnLimit: fields.whole(.warnLimit))
        let types = fields.list(.types, of: String.self)
        let isAboutMail = types.isEmpty || types.contains("Email") || types.contains("Mail")
        isOwn = isAboutMail && fields.text(.scope) ?? "account" == "account"
    }
}
