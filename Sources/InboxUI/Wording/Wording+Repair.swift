public import InboxKit
public import InboxStore

extension Wording {
    /// Says what was found in a store's file and what was done about it, a sentence each.
    public static func findings(_ report: RepairReport, path: String) -> [(isGood: Bool, text: String)] {
        let (messages, drafts) = (count(report.messages, "message"), count(report.drafts, "draft"))
        let now = "\(messages), \(drafts), \(number(report.actions)) queued"
        let problems = report.problems.map { (isGood: false, text: line($0)) }
        switch report.outcome {
        case .sound: return [(true, "\(line(path)): sound, \(now)")]
        case .rebuilt: return problems + [(true, "repaired: \(now)")]
        case .rescued(let oldFile):
            let lost = report.unreadable.isEmpty ? "nothing" : report.unreadable.joined(separator: ", ")
            let queue = report.mayLackActions ? [(isGood: false, text: lostQueue)] : []
            return problems + queue + [
                (true, "saved to a new file: \(now). Not fully readable: \(lost)"),
                (true, "the old file is kept as \(line(oldFile)); the next sync fetches all mail again"),
            ]
        }
    }

    private static let lostQueue =
        "what was waiting to be sent may be lost: look at your drafts and the outbox, "
        + "and at your sent mail before you send one again"

    /// Says what remains on disk when an account is removed; nil where nothing does.
    public static func staysBehind(in session: MailSession) -> String? {
        let texts = session.home.flatMap { unsent(UnsentText.kept(in: $0.data)) }
        let sentences = [setAside(session.setAsideFiles), texts].compactMap(\.self)
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// Names the texts of failed commands, which may exist nowhere else; nil where there are none. Their account is not known.
    static func unsent(_ files: [String]) -> String? {
        guard let first = files.first else { return nil }
        let (holds, it) =
            files.count == 1
            ? ("holds the text of a command", "it") : ("and \(files.count - 1) more hold texts of commands", "them")
        return "\(line(first)) \(holds) that failed: delete \(it) when you no longer need \(it)."
    }

    /// Names the file with mail that was set aside; nil where there is none.
    public static func setAside(_ files: [String]) -> String? {
        guard let first = files.first else { return nil }
        return "\(line(first))* was set aside when the mailbox was damaged, and holds mail of that time: "
            + "delete it when you no longer need it."
    }
}
