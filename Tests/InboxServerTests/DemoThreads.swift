import InboxServer

/// The demo messages grouped into threads by their References.
struct DemoThreads {
    private var members: [String: [DemoMessage]] = [:]

    init(_ messages: [DemoMessage]) {
        for message in messages {
            let text = DemoMailText(message)
            members[text.references.first ?? text.messageID, default: []].append(message)
        }
    }

    var count: Int { members.count }
    var longest: Int { members.values.map(\.count).max() ?? 0 }

    func count(in folder: DemoFolder) -> Int {
        members.values.count { thread in thread.contains { $0.folder == folder } }
    }

    func unreadCount(in folder: DemoFolder) -> Int {
        members.values.count { thread in thread.contains { $0.folder == folder && $0.isUnread } }
    }
}
