public import Foundation
import InboxKit
public import InboxModel

/// Mail that lies with what was sent and has not left: its server holds it until a time.
public struct HeldMail: Hashable, Sendable {
    /// When it leaves.
    public private(set) var messages: [MessageID: Date] = [:]
    public private(set) var threads: [ThreadID: Date] = [:]

    public init() {}

    /// - Parameter queue: what is not done yet, as the outbox has it.
    init(_ queue: [Action], in session: MailSession) {
        for action in queue where action.state == .held || action.state == .recalling {
            guard case .draft(let id) = action.object, let due = action.due,
                let message = try? session.message(id)
            else { continue }
            messages[id] = due
            threads[message.thread] = min(due, threads[message.thread] ?? due)
        }
    }
}
