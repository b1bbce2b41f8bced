import InboxKit
import InboxModel

/// Series of commands: the first step names the mail, the others are short.
extension Wording {
    /// Returns the steps after the first: `, archive, tag it #todo`; empty for a deed that is not a series.
    static func rest(of deed: Deed) -> String {
        let mail = pronoun(deed.threads.count > 1)
        return deed.others.map { step in
            ", " + (step.tag == nil && step.target == nil ? short(step.command, mail) : order(step, mail))
        }.joined()
    }

    /// `star “Lunch on Friday?”, archive`.
    static func order(_ commands: [Action.Command], _ title: String, areSeveral: Bool) -> String {
        commands.enumerated().map { place, command in
            place == 0 ? "\(infinitive(command)) \(title)" : short(command, pronoun(areSeveral))
        }.joined(separator: ", ")
    }

    static let nothingInSeries = "Nothing to change."

    private static func pronoun(_ areSeveral: Bool) -> String { areSeveral ? "them" : "it" }

    private static func short(_ command: Action.Command, _ mail: String) -> String {
        let words = infinitive(command)
        return words.hasSuffix(" from") ? "\(words) \(mail)" : words
    }
}
