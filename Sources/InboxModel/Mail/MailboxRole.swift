/// The purpose of a mailbox (RFC 8621 §2, `role`).
public enum MailboxRole: String, CaseIterable, Hashable, Sendable, Codable {
    case inbox, drafts, sent, archive, junk, trash, all, important
}
