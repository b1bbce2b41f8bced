/// What a change can be about, by the names of the Inbox API; but keywords are told by dialect 15 alone (as tags), and emails
/// (what JMAP tells of a message besides) and submissions by JMAP alone. The order is that in which a transaction logs its
/// changes: whatever others point to comes first.
enum ChangeObject: String, CaseIterable, Sendable {
    case folder, label, keyword, contact, thread, file, email, draft, message, submission, calendar, event
}

enum ChangeEvent: String, Sendable {
    case create, modify, delete
}
