import Foundation
import InboxModel

/// The part of a thread's row that comes from the marks of its messages: all of it that actions change.
struct ThreadCounts: Hashable {
    var messages = 0
    var unread = 0
    var starred = 0
    var drafts = 0
    var isAnswered = false
    var mailboxes: Set<MailboxID> = []
    var snoozedUntil: Date?
    var awaitsReply = false
    var tags: Set<Keyword> = []
}

extension ThreadCounts {
    init(of marks: [MessageMarks]) {
        for own in marks {
            if own.isDraft { drafts += 1 } else { messages += 1 }
            if own.isUnread { unread += 1 }
            if own.isStarred { starred += 1 }
            if own.isAnswered { isAnswered = true }
            mailboxes.formUnion(own.mailboxes)
            if own.keywords.contains(.replyLater) { awaitsReply = true }
            for keyword in own.keywords where keyword.isTag { tags.insert(keyword) }
            if let until = own.snoozedUntil { snoozedUntil = max(snoozedUntil ?? until, until) }
        }
    }

    init(_ thread: MailThread) {
        self.init(
            messages: thread.messageCount, unread: thread.unreadCount, starred: thread.starredCount,
            drafts: thread.draftCount, isAnswered: thread.isAnswered, mailboxes: thread.mailboxes,
            snoozedUntil: thread.snoozedUntil, awaitsReply: thread.awaitsReply, tags: thread.tags)
    }
}
