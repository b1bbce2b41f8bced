public import InboxKit
public import InboxModel

extension Wording {
    /// Returns what somebody may do in a mailbox that is shared with them.
    public static func rights(of share: MailboxShare) -> String {
        guard let level = share.level else { return share.hasMore ? "less than read" : "nothing" }
        return level.rawValue + (share.hasMore ? ", and more" : "")
    }

    /// Returns what a level allows, beyond what the levels before it do.
    public static func meaning(of level: ShareLevel) -> String {
        switch level {
        case .read: "see what is in it"
        case .write: "mark, file and delete mail, too"
        case .manage: "rename, delete and share the mailbox, too"
        }
    }

    /// Returns the name to show for a principal.
    public static func name(of principal: Principal) -> String {
        [principal.name, principal.email, principal.id].map { line($0) }.first { !$0.isEmpty } ?? ""
    }

    /// Returns the address to show beside the name; empty where it is the name.
    static func address(of principal: Principal) -> String {
        let address = line(principal.email)
        return address == name(of: principal) ? "" : address
    }

    /// Says that nobody has a name that was typed.
    public static func nobody(called text: String) -> String { "The server knows nobody called \(title(text))." }

    public static func mayNotShare(_ mailbox: Mailbox) -> String {
        "The server doesn't let you share \(title(name(of: mailbox)))."
    }

    /// Says why the sharing of a mailbox can't be read or changed. Such a request is never queued.
    public static func sharing(_ error: SessionError) -> String {
        guard case .remote(let remote) = error else { return sentence(error) }
        return switch remote.reason {
        case .unsupported: "This server can't share mailboxes."
        case .unreachable:
            "The server can't be reached, or did not answer (\(line(remote.summary))). Nothing is queued: check, and try again."
        case .busy, .limited: "The server can't do it now\(quoted(remote.summary)). Nothing is queued: try again later."
        case .notFound: "The server does not have this mailbox, or not yet."
        case .refused where remote.type == "forbidden": "The server doesn't let you share this mailbox."
        default: sentence(error)
        }
    }
}
