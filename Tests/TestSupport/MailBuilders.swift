public import Foundation
public import InboxModel

extension RemoteMessage {
    /// Returns a message as a server would report it, with defaults for everything else.
    /// - Parameters:
    ///   - at: seconds after 2026-01-01.
    ///   - from: a name, from which the address is made.
    ///   - answering: the id of the answered message.
    public static func remote(
        id: String, thread: String? = nil, from: String = "anna", to: [String] = ["me"], subject: String = "Hello",
        snippet: String = "", unread: Bool = false, starred: Bool = false, draft: Bool = false, answered: Bool = false,
        in mailboxes: [String] = ["inbox"], at: Int = 0, files: [String] = [], answering: String? = nil,
        body: String? = nil
    ) -> RemoteMessage {
        var keywords: Set<Keyword> = []
        if !unread { keywords.insert(.seen) }
        if starred { keywords.insert(.flagged) }
        if draft { keywords.insert(.draft) }
        if answered { keywords.insert(.answered) }
        return RemoteMessage(
            id: RemoteID(id), thread: RemoteID(thread ?? "t-\(id)"), subject: subject, from: [.person(from)],
            to: to.map { .person($0) }, receivedAt: .test(at), snippet: snippet, keywords: keywords,
            mailboxes: Set(mailboxes.map { RemoteID($0) }),
            files: files.map {
                MessageFile(remoteID: RemoteID("f-\($0)"), fileName: $0, contentType: "text/plain", size: 10)
            },
            messageIDHeader: "<\(id)@example.test>", inReplyToHeader: answering.map { "<\($0)@example.test>" },
            body: body.map { MessageBody(plain: $0) })
    }
}

extension MailAddress {
    public static func person(_ name: String) -> MailAddress {
        MailAddress(name: name.capitalized, email: "\(name)@example.test")
    }
}

extension Date {
    /// Seconds after 2026-01-01 00:00 UTC.
    public static func test(_ seconds: Int) -> Date {
        Date(timeIntervalSince1970: 1_767_225_600 + TimeInterval(seconds))
    }
}

extension RemoteMailbox {
    public static func remote(_ id: String, role: MailboxRole? = nil) -> RemoteMailbox {
        RemoteMailbox(id: RemoteID(id), name: id.capitalized, role: role ?? MailboxRole(rawValue: id))
    }

    /// The mailboxes that most tests need: an inbox, the usual roles, and two of the user's own.
    public static var usual: [RemoteMailbox] {
        ["inbox", "archive", "trash", "junk", "sent", "drafts", "work", "home"].map { .remote($0) }
    }
}

extension Account {
    public static func test(_ address: String = "me@example.test", hasLabels: Bool = true, dialect: Dialect = .inbox)
        -> Account
    {
        Account(
            id: AccountID(0), address: address, name: "Me", dialect: dialect, url: "http://127.0.0.1:1",
            userName: address,
            hasLabels: hasLabels)
    }
}
