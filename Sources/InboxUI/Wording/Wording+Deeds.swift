public import InboxKit
import InboxModel
import InboxStore

/// Deeds in words, and the names of things.
extension Wording {
    public static func done(_ deed: Deed) -> String {
        guard deed.others.isEmpty else { return "Done: \(order(deed))\(shares(deed))\(made(deed))" }
        return "\(did(deed))\(shares(deed))\(made(deed))\(deed.to.map { ", on its way to \(line($0))" } ?? "")"
    }

    public static func undone(_ deed: Deed) -> String {
        if let recall = deed.recall { return recalled(deed, recall) }
        if isUnchanged(deed) { return unchanged(deed) }
        let with = deed.mailboxes.map { ", and its mailbox \(title($0))" }.joined()
        return "Undone: \(order(deed))\(with)"
    }

    private static func recalled(_ deed: Deed, _ recall: Deed.Recall) -> String {
        switch recall {
        case .stays: "Undone: \(order(deed))" + (deed.command == .sendDraft ? "; it is a draft again" : "")
        case .isAskedBack: "\(title(deed.title)): asking its server to give it back; then it is a draft again"
        case .isTooLate:
            "Too late: \(title(deed.title)) is no longer in the outbox: it was sent, taken back or discarded. Nothing else was changed"
        }
    }

    public static func redone(_ deed: Deed) -> String {
        if isUnchanged(deed) { return unchanged(deed) }
        return "Redone: \(order(deed))\(made(deed))"
    }

    /// Says that a message has left.
    static func sent(_ action: Action) -> String { "\(participle(action.command)) \(title(action.title))" }

    /// Names a deed, with its mailbox, tag or time but without its mail, to count repetitions. Returns nil where it was done to
    /// several at once: “3 threads, 2 in a row” would be two numbers for one thing.
    static func series(_ deed: Deed, _ words: (Deed) -> String = done) -> String? {
        guard max(deed.threads.count, deed.messages.count) < 2 else { return nil }
        var deed = deed
        (deed.title, deed.mailboxes, deed.threadMessages) = ("", [], 0)
        return words(deed)
    }

    /// Names what an undo or redo would be about.
    static func next(_ deed: Deed, _ step: Command) -> String { "\(step.rawValue): \(order(deed))" }

    private static func did(_ deed: Deed) -> String {
        let title = title(deed.title)
        if let tag = deed.tag.map(name(of:)) {
            return deed.command == .unmark ? "Removed \(tag) from \(title)" : "Tagged \(title) \(tag)"
        }
        guard let target = deed.target.map(name) else {
            return areDrafts(deed) ? "Discarded \(title)" : "\(participle(deed.command)) \(title)\(count(deed))"
        }
        return switch deed.command {
        case .label: "Labelled \(title) with \(target)"
        case .unlabel: "Removed label \(target) from \(title)"
        default: "\(participle(deed.command)) \(title) to \(target)"
        }
    }

    /// Says how many messages went, so that a user who meant one sees that its thread went.
    private static func count(_ deed: Deed) -> String {
        deed.command == .trash && deed.threadMessages > 1 ? ", \(number(deed.threadMessages)) messages" : ""
    }

    /// Whether the title is a number of drafts, which needs no further noun.
    private static func areDrafts(_ deed: Deed) -> Bool {
        deed.command == .deleteDraft && deed.title.first?.isNumber == true && deed.title.hasSuffix(" drafts")
    }

    private static func order(_ deed: Deed) -> String { order(deed, title(deed.title)) + rest(of: deed) }

    /// - Parameter title: what it was done to.
    static func order(_ deed: Deed, _ title: String) -> String {
        if let tag = deed.renamedTag {
            // A series may have replaced it on some of the mail only, while the tag keeps its name.
            return "replace \(name(of: tag.old)) with \(name(of: tag.new)) on \(messages(deed))"
        }
        if let tag = deed.tag { return order(deed.command, tag, title) }
        guard let target = deed.target.map(name) else {
            return "\(areDrafts(deed) ? "discard" : infinitive(deed.command)) \(title)"
        }
        let owner = deed.to.map { " of \(line($0))" } ?? ""
        return switch deed.command {
        case .label: "label \(title) with \(target)"
        case .unlabel: "remove label \(target) from \(title)"
        case .transfer: "move \(title) to \(target)\(owner)"
        default: "\(infinitive(deed.command)) \(title) to \(target)\(owner)"
        }
    }

    private static func order(_ command: Action.Command, _ tag: Keyword, _ title: String) -> String {
        command == .unmark ? "remove \(name(of: tag)) from \(title)" : "tag \(title) \(name(of: tag))"
    }

    private static func name(of tag: Keyword) -> String { line(tag.tagName) }

    /// Says how many messages were changed.
    static func messages(_ deed: Deed) -> String {
        count(Set(deed.messages).count, "message")
    }

    /// Whether an undo or redo found nothing to change.
    static func isUnchanged(_ deed: Deed) -> Bool { deed.threads.isEmpty && deed.mailboxes.isEmpty }

    private static func unchanged(_ deed: Deed) -> String {
        let what = title(deed.title)
        if deed.command == .unreadable { return "Skipped: what was done with \(what) \(OutboxRow.unreadable)" }
        let isOne = what.first?.isNumber != true
        return "Nothing changed: \(what) \(isOne ? "is gone, or as it was" : "are gone, or as they were") before "
            + "“\(infinitive(deed.command))”"
    }

    /// Says that the deed went to mailboxes of several accounts.
    private static func shares(_ deed: Deed) -> String {
        deed.shares.isEmpty ? "" : " in \(deed.shares.count) accounts"
    }

    /// Names the mailboxes that were created for the deed.
    private static func made(_ deed: Deed) -> String {
        deed.mailboxes.map { "; created the mailbox \(title($0))" }.joined()
    }

    /// Returns a subject in quotes. A count of threads or messages is not quoted, but the subject behind it is.
    static func title(_ text: String) -> String {
        let text = line(text)
        if text.isEmpty { return "(no subject)" }
        let count = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text[count.endIndex...]
        if !count.isEmpty {
            for words in [" message of ", " messages of "] where rest.hasPrefix(words) {
                return number(count) + words + title(String(rest.dropFirst(words.count)))
            }
            if [" threads", " messages", " drafts"].contains(rest) { return number(count) + rest }
        }
        return "“\(text.count > 40 ? text.prefix(39) + "…" : text)”"
    }

    private static func number(_ digits: Substring) -> String { Int(digits).map { number($0) } ?? String(digits) }

    private static func participle(_ command: Action.Command) -> String {
        switch command {
        case .shake: "Read"
        case .unread: "Marked as unread:"
        case .star: "Starred"
        case .unstar: "Unstarred"
        case .archive: "Archived"
        case .trash: "To the trash:"
        case .junk: "To junk:"
        case .notJunk: "Not junk:"
        case .move, .transfer: "Moved"
        case .copy: "Copied"
        case .label: "Labelled"
        case .unlabel: "Removed a label from"
        case .mark: "Tagged"
        case .unmark: "Removed a tag from"
        case .mute: "Muted"
        case .unmute: "Unmuted"
        case .snooze: "Snoozed"
        case .wake: "Back in the inbox:"
        case .replyLater: "Set aside for a reply:"
        case .replied: "No longer set aside for a reply:"
        case .createMailbox: "Created the mailbox"
        case .renameMailbox: "Mailbox renamed to"
        case .deleteMailbox: "Mailbox deleted:"
        case .saveDraft: "Saved"
        case .sendDraft: "Sent"
        case .deleteDraft: "Draft discarded:"
        case .uploadFile: "Attached"
        case .bounce: "Redirected"
        case .unreadable: "Did something unknown with"
        }
    }

    /// Says why a key changed nothing; nil where that is obvious, as when the key moves past mail that is already read.
    static func nothing(_ command: Action.Command) -> String? {
        switch command {
        case .shake: nil
        case .archive: "Nothing to archive: archived already, or sent by you."
        case .unread: "Already unread."
        case .star: "Already starred."
        case .unstar: "Not starred."
        case .trash: "Already in the trash, or a draft."
        case .junk: "Already in junk, or a draft."
        case .notJunk: "None of it is in junk."
        case .move, .copy: "Already there, or a draft."
        case .label: "It has that label already."
        case .unlabel: "It has no such label."
        case .mark: "It has that tag already."
        case .unmark: "It has no such tag."
        case .mute: "Already muted."
        case .unmute: "Not muted."
        case .replyLater: "Already set aside."
        case .replied: "Not set aside."
        case .snooze: "Nothing here can be snoozed."
        case .wake: "Nothing here is snoozed."
        default: "There is nothing to \(infinitive(command)) here."
        }
    }

    /// Says why something was not done, and what it was where the store is to blame.
    static func notDone(_ order: String?, _ error: SessionError) -> String {
        let sentence = sentence(error)
        switch error {
        // These sentences already say what can't be done, or to what.
        case .store(.notAllowed), .store(.notFound): return sentence
        case .store: return order.map { "Not done: \($0). \(sentence)" } ?? sentence
        default: return sentence
        }
    }

    /// Returns an action as the outbox shows it, with its subject. An undo is not shown like the deed that it takes back.
    static func order(_ action: Action) -> String {
        let title = title(action.title)
        let words = action.tag.map { order(action.command, $0, title) } ?? "\(infinitive(action)) \(title)"
        return (action.takesBack ? "undo: " : "") + words
    }

    /// Returns the verb of an action. An action that the user did not ask for adds no tag: it marks as answered, or as forwarded.
    static func infinitive(_ action: Action) -> String { action.isUnasked ? "mark" : infinitive(action.command) }

    static func infinitive(_ command: Action.Command) -> String {
        switch command {
        case .shake: "mark as read"
        case .unread: "mark as unread"
        case .star: "star"
        case .unstar: "unstar"
        case .archive: "archive"
        case .trash: "move to the trash"
        case .junk: "move to junk"
        case .notJunk: "take out of junk"
        case .move: "move"
        case .transfer: "move to another account:"
        case .copy: "copy"
        case .label: "label"
        case .unlabel: "remove a label from"
        case .mark: "tag"
        case .unmark: "remove a tag from"
        case .mute: "mute"
        case .unmute: "unmute"
        case .snooze: "snooze"
        case .wake: "bring back"
        case .replyLater: "set aside for a reply"
        case .replied: "no longer set aside for a reply"
        case .createMailbox: "create the mailbox"
        case .renameMailbox: "rename the mailbox to"
        case .deleteMailbox: "delete the mailbox"
        case .saveDraft: "save the draft"
        case .sendDraft: "send"
        case .deleteDraft: "discard the draft"
        case .uploadFile: "upload"
        case .bounce: "redirect"
        case .unreadable: "do something unknown with"
        }
    }

}
