import InboxRemote
import TestSupport

/// Minimal answers of an Inbox API server.
enum InboxAPIFixtures {
    static let account = """
        {"id": "4k9x0a7m2q", "object": "account", "email_address": "ada@mill.example", "name": "Ada",
         "organization_unit": "folder", "sync_state": "running"}
        """
    static let labelAccount = """
        {"id": "4k9x0a7m2q", "object": "account", "email_address": "ada@mill.example", "organization_unit": "label"}
        """

    static func message(_ id: String, date: Int = 1_431_090_000, more: String = "") -> String {
        """
        {"id": "\(id)", "object": "message", "thread_id": "t-\(id)", "subject": "Mill gears", "date": \(date), \
        "from": [{"name": "Bo", "email": "bo@wheel.example"}], "unread": true, "starred": false\(more)}
        """
    }

    static func thread(_ id: String, second: Int, messages: [String] = []) -> String {
        """
        {"id": "\(id)", "object": "thread", "last_message_timestamp": \(second), \
        "messages": [\(messages.joined(separator: ","))], "drafts": []}
        """
    }

    static func list(_ elements: [String]) -> String {
        "[" + elements.joined(separator: ",") + "]"
    }

    static func deltas(_ entries: [String], start: String = "c1", end: String = "c2") -> String {
        "{\"cursor_start\": \"\(start)\", \"cursor_end\": \"\(end)\", \"deltas\": \(list(entries))}"
    }
}

extension InboxAPIService {
    static func scripted(_ transport: any Transport) -> InboxAPIService {
        InboxAPIService(url: "https://mail.example/api/", secret: "token", transport: transport)
    }
}
