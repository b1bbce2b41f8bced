/// What a delta can be about, by the names of the Inbox API (but for keywords, which only dialect 15 tells, as tags). The order is that in which a transaction logs its changes:
/// whatever others point to comes first.
enum ChangeObject: String, CaseIterable, Sendable {
    case folder, label, keyword, contact, thread, file, draft, message, calendar, event
}

enum ChangeEvent: String, Sendable {
    case create, modify, delete
}
