import Foundation
public import InboxModel

extension Wording {
    /// Whether and when the server answers by itself.
    public static func sentence(_ reply: VacationReply) -> String {
        guard reply.isEnabled else { return "The vacation reply is off." }
        func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
        var text = "The vacation reply is on"
        if let from = reply.from { text += " from \(day(from))" }
        if let until = reply.until { text += " until \(day(until))" }
        return text + (reply.subject.map { ": \(line($0))" } ?? "") + "."
    }

    /// `1.9 GB of 2 GB`, `900 of 1,000 messages`.
    static func text(_ quota: MailQuota) -> String {
        switch quota.unit {
        case .octets: "\(FileSize.text(quota.used)) of \(FileSize.text(quota.limit))"
        case .count: "\(number(quota.used)) of \(number(quota.limit)) messages"
        }
    }
}
