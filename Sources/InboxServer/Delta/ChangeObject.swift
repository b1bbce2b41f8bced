/// The object types of changes, named as in the Inbox API. Only dialect 15 reports keywords (as tags); only JMAP reports
/// emails (its additional facts about a message) and submissions. A transaction logs its changes in the order of the cases,
/// so that objects precede those that refer to them.
enum ChangeObject: String, CaseIterable, Sendable {
    case folder, label, keyword, contact, thread, file, email, draft, message, submission, calendar, event
}

enum ChangeEvent: String, Sendable {
    case create, modify, delete
}
