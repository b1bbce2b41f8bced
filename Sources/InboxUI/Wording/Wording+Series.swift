import InboxKit
import InboxModel

/// Series of commands: the first step names the mail, the others are short. Only drafts are discarded in one deed with other mail.
extension Wording {
    /// Returns the steps after the first: `, archive, tag it #todo`; empty for a deed that is not a series.
    static func rest(of deed: Deed) -> String {
        let mail = pronoun(deed.threads.count > 1)
        if deed.command == .deleteDraft { return deed.others.map { ", " + order($0, title($0.title)) }.joined() }
        return deed.others.map { step in
            ", " + (step.tag == nil && step.target == nil ? short(step.command, mail) : order(step, mail))
        }.joined()
    }

    /// `star “Lunch on Friday?”, archive`.
    static func order(_ commands: [Action.Command], _ title: String, areSeveral: Bool) -> String {
        commands.enumerated().map { place, command in
            if place > 0 { return short(command, pronoun(areSeveral)) }
            return "\(command == .deleteDraft && areSeveral ? "discard" : infinitive(command)) \(title)"
        }.joined(separator: ", ")
    }

    static let nothingInSeries = "Nothing to change."

    private static func pronoun(_ areSeveral: Bool) -> String { areSeveral ? "them" : "it" }

    private static func short(_ command: Action.Command, _ mail: String) -> String {
        let words = infinitive(command)
        return words.hasSuffix(" from") ? "\(words) \(mail)" : words
    }
}
