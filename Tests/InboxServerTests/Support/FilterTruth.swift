@testable import InboxServer

/// The expected results of list filters, tested on the objects that the API returns.
struct FilterTruth: Sendable, CustomStringConvertible {
    let query: String
    let matchesMessage: @Sendable (_ message: JSONValue, _ thread: JSONValue) -> Bool
    /// Tests a thread with its messages, as in `view=expanded`.
    let matchesThread: @Sendable (JSONValue) -> Bool

    var description: String { query }

    private init(
        _ query: String, message: @escaping @Sendable (JSONValue, JSONValue) -> Bool,
        thread: @escaping @Sendable (JSONValue) -> Bool
    ) {
        self.query = query
        matchesMessage = message
        matchesThread = thread
    }

    private static func anyMessage(_ test: @escaping @Sendable (JSONValue) -> Bool) -> @Sendable (JSONValue) -> Bool {
        { thread in (thread["messages"]?.arrayValue ?? []).contains(where: test) }
    }

    private static func address(_ kind: String, _ email: String) -> FilterTruth {
        let test: @Sendable (JSONValue) -> Bool = { $0[kind]?.texts("email").contains(email) == true }
        return FilterTruth("\(kind)=\(email)", message: { message, _ in test(message) }, thread: anyMessage(test))
    }

    private static func anyEmail(_ emails: [String]) -> FilterTruth {
        let test: @Sendable (JSONValue) -> Bool = { message in
            ["from", "to", "cc", "bcc"].contains { kind in
                message[kind]?.texts("email").contains(where: emails.contains) == true
            }
        }
        return FilterTruth(
            "any_email=\(emails.joined(separator: ","))", message: { message, _ in test(message) },
            thread: anyMessage(test))
    }

    private static func file(_ name: String) -> FilterTruth {
        let test: @Sendable (JSONValue) -> Bool = { $0["files"]?.texts("filename").contains(name) == true }
        return FilterTruth("filename=\(name)", message: { message, _ in test(message) }, thread: anyMessage(test))
    }

    static func mailbox(_ role: String) -> FilterTruth {
        let test: @Sendable (JSONValue) -> Bool = { $0["folder"]?["name"]?.textValue == role }
        return FilterTruth("in=\(role)", message: { message, _ in test(message) }, thread: anyMessage(test))
    }

    private static func state(_ name: String, _ value: Bool) -> FilterTruth {
        let test: @Sendable (JSONValue) -> Bool = { $0[name]?.boolValue == value }
        return FilterTruth("\(name)=\(value)", message: { message, _ in test(message) }, thread: anyMessage(test))
    }

    private static func time(_ name: String, _ field: String, _ time: Int64, isBefore: Bool) -> FilterTruth {
        let test: @Sendable (JSONValue) -> Bool = { thread in
            guard let value = thread[field]?.wholeNumber else { return false }
            return isBefore ? value < time : value > time
        }
        return FilterTruth("\(name)=\(time)", message: { _, thread in test(thread) }, thread: test)
    }

    private static func subject(_ text: String) -> FilterTruth {
        let test: @Sendable (JSONValue) -> Bool = { $0["subject"]?.textValue == text }
        return FilterTruth(
            "subject=\(text.replacing(" ", with: "%20"))", message: { message, _ in test(message) }, thread: test)
    }

    static func thread(_ id: String) -> FilterTruth {
        FilterTruth(
            "thread_id=\(id)", message: { message, _ in message["thread_id"]?.textValue == id },
            thread: { $0["id"]?.textValue == id })
    }

    var name: String { String(query.prefix { $0 != "=" }) }

    /// One or two filters of every kind; the times are in the middle of ``TestMail/varied``.
    static let all: [FilterTruth] = {
        let middle: Int64 = 1_400_050_000
        return [
            address("from", "cleo@mill.example"), address("to", "bob@example.test"), address("cc", "dan@wheel.example"),
            address("bcc", "ann@example.test"), anyEmail(["dan@wheel.example"]),
            anyEmail(["eve@cog.example", "bob@example.test"]),
            subject("Mill gears"), subject("mill"), file("cog.png"), mailbox("inbox"), mailbox("archive"),
            state("unread", true),
            state("unread", false), state("starred", true), state("starred", false),
            time("started_before", "first_message_timestamp", middle, isBefore: true),
            time("started_after", "first_message_timestamp", middle, isBefore: false),
            time("last_message_before", "last_message_timestamp", middle, isBefore: true),
            time("last_message_after", "last_message_timestamp", middle, isBefore: false),
        ]
    }()

    /// The filters that only apply to messages.
    static let messagesOnly: [FilterTruth] = {
        let middle: Int64 = 1_400_050_000
        return [
            FilterTruth(
                "received_before=\(middle)", message: { message, _ in (message["date"]?.wholeNumber ?? 0) <= middle },
                thread: { _ in false }),
            FilterTruth(
                "received_after=\(middle)", message: { message, _ in (message["date"]?.wholeNumber ?? 0) > middle },
                thread: { _ in false }),
        ]
    }()
}

/// Mail in which every filter matches some messages but not all.
enum TestMail {
    static let varied: [MailText] = (0..<60).map { number in
        MailText("m\(number)") { mail in
            mail.date = 1_400_000_000 + number * 1_700
            mail.from = ["Cleo <cleo@mill.example>", "dan@wheel.example", "Eve <eve@cog.example>"][number % 3]
            mail.to = number % 4 == 0 ? "Bob <bob@example.test>, Ann <ann@example.test>" : "Ann <ann@example.test>"
            if number % 5 == 0 { mail.cc = "Dan <dan@wheel.example>" }
            mail.subject = ["Mill gears", "Cogs", "Über Räder"][number % 7 % 3]
            mail.status = number % 3 == 1 ? "RO" : nil
            if number % 6 == 2 { mail.file = number % 12 == 2 ? "cog.png" : "wheel.txt" }
            // Threads of one to three messages.
            if number % 4 == 1 { mail.inReplyTo = "m\(number - 1)" }
            if number % 8 == 6 { mail.references = ["m\(number - 1)", "m\(number - 2)"] }
        }
    }
}
