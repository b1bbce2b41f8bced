public import Foundation
public import InboxKit
public import InboxModel
public import InboxStore
import MailContent

extension Wording {
    /// Says whether and when the server sends vacation replies.
    /// - Parameter calendar: the calendar of the user's days.
    public static func sentence(_ reply: VacationReply, _ calendar: Calendar = .current) -> String {
        guard reply.isEnabled else { return "The vacation reply is off." }
        func day(_ date: Date) -> String {
            date.formatted(Date.ISO8601FormatStyle(timeZone: calendar.timeZone).year().month().day())
        }
        var text = "The vacation reply is on"
        if let from = reply.from { text += " from \(day(from))" }
        if let until = reply.until { text += " until \(day(until))" }
        return text + (reply.subject.map { ": \(line($0))" } ?? "") + "."
    }

    /// Returns the text of a vacation reply; empty when it has none.
    public static func text(_ reply: VacationReply) -> String {
        reply.text ?? reply.html.map { StyledText(html: $0).plainText } ?? ""
    }

    /// Says why the server's vacation reply can't be read or set. Such a request is never queued.
    public static func vacation(_ error: SessionError) -> String {
        guard case .remote(let remote) = error else { return sentence(error) }
        return switch remote.reason {
        case .unsupported where remote.finding == .hungUp:
            "The server hung up twice when it was asked for the vacation reply. Maraca asks again after a restart."
        case .unsupported: "This server has no vacation reply."
        // Some servers hang up at this request only.
        case .unreachable: "The server gave no answer (\(line(remote.summary))). Nothing is queued: try again."
        default: sentence(error)
        }
    }

    /// `1.9 GB of 2 GB`, `900 of 1,000 messages`.
    static func text(_ quota: MailQuota) -> String {
        switch quota.unit {
        case .octets: "\(FileSize.text(quota.used)) of \(FileSize.text(quota.limit))"
        case .count: "\(number(quota.used)) of \(number(quota.limit)) messages"
        }
    }

    /// Says how much of an account's mail was removed from this machine, or would be.
    public static func trimmed(_ report: TrimReport, from account: Account, isDry: Bool) -> String {
        let mail = "\(count(report.threads, "thread")) with \(count(report.messages, "message"))"
        return "\(line(account.address)): \(mail) \(isDry ? "would be removed" : "removed") from this machine"
    }
}
