import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("What a thread keeps of its messages, and of the last frame")
struct ThreadPartsTests {
    private static func message(
        _ id: Int64, _ subject: String = "One", in mailboxes: Int64..., draft: Bool = false, header: String? = nil
    ) -> Message {
        Message(
            id: MessageID(id), account: AccountID(1), remoteID: nil, thread: ThreadID(1), subject: subject,
            from: [.person("anna")], receivedAt: .test(Int(id)), keywords: draft ? [.draft] : [],
            mailboxes: Set(mailboxes.map { MailboxID($0) }), messageIDHeader: header)
    }

    private let mailboxes = ThreadMailboxes(
        [(1, MailboxRole.inbox), (2, .trash), (3, .sent)].map { id, role in
            Mailbox(
                id: MailboxID(id), account: AccountID(1), remoteID: RemoteID("\(role)"), name: "\(role)", role: role)
        })

    @Test("only messages that are new or other than before count as changed")
    func changed() {
        var messages = ThreadMessages()
        let first = messages.take([Self.message(1), Self.message(2)])
        let second = messages.take([Self.message(2), Self.message(3), Self.message(4, "Two")])
        let third = messages.take([Self.message(2), Self.message(3, "New"), Self.message(4, "Two")])
        #expect([first, second, third].map { $0.map(\.rawValue) } == [[1, 2], [3, 4], [3]])
        #expect(messages.ids == [MessageID(2), MessageID(3), MessageID(4)] && messages[MessageID(1)] == nil)
        #expect(messages.age(of: MessageID(4)) == 2 && messages.age(of: MessageID(2)) == 0)
        #expect(messages.subject(above: MessageID(4)) == "New" && messages.subject(above: MessageID(2)) == nil)
    }

    @Test("a message that lies in the trash is marked, unless the whole thread does; drafts beside it do not count")
    func aside() {
        func place(_ message: Message, beside other: Message) -> String? {
            mailboxes.place(of: message, among: [message, other]) { _ in false }
        }
        #expect(place(Self.message(1, in: 2), beside: Self.message(2, in: 1)) == mailboxes.names[MailboxID(2)])
        #expect(place(Self.message(1, in: 2), beside: Self.message(2, in: 2)) == nil)
        #expect(place(Self.message(1, in: 2), beside: Self.message(2, in: 1, draft: true)) == nil)
        #expect(place(Self.message(1, in: 1), beside: Self.message(2, in: 2)) == nil)
    }

    @Test("somebody else's mail in the sent mail was passed on, if the thread has it a second time")
    func passedOn() {
        let sent = Self.message(1, in: 3, header: "a")
        func place(isOwn: Bool, beside other: Message) -> String? {
            mailboxes.place(of: sent, among: [sent, other]) { _ in isOwn }
        }
        #expect(place(isOwn: false, beside: Self.message(2, in: 1, header: "a")) == "Redirected")
        #expect(place(isOwn: true, beside: Self.message(2, in: 1, header: "a")) == nil)
        #expect(place(isOwn: false, beside: Self.message(2, in: 1, header: "b")) == nil)
    }

    @Test("what came after the last visit is new, but for drafts and the user's own, and gets a line of its own once")
    func new() {
        var new = NewMessages()
        let messages = [Self.message(1), Self.message(2), Self.message(3, draft: true), Self.message(4)]
        let isOwn = { (message: Message) in message.id == MessageID(4) }
        #expect(new.takeOwnLines(among: messages, isOwn: isOwn).isEmpty, "nothing is known of an earlier visit")
        new.newestSeen = .test(1)
        let lines = [messages, messages, messages + [Self.message(5)]].map { new.takeOwnLines(among: $0, isOwn: isOwn) }
        #expect(lines.map { $0.map(\.rawValue) } == [[2], [], [5]])
        #expect(new.contains(messages[1], isOwn: isOwn) && !new.contains(messages[0], isOwn: isOwn))
    }

    @Test("a drawn line is found by its point; beside the pane only where a drag may leave it")
    func drawn() {
        var drawn = DrawnLines(in: Rect(x: 10, y: 5, width: 20, height: 3))
        for (y, line) in [(0, 7), (1, 8)] { drawn.append(row: 2, line: line, at: y) }
        drawn.append(row: 3, line: 0, at: 2)
        #expect(drawn.rows == [2, 3] && drawn.lines(of: 2) == [7, 8])
        #expect(drawn.shows(row: 2, line: 8) && !drawn.shows(row: 2, line: 0) && !drawn.shows(row: 4))
        let hit = drawn.line(at: Point(x: 13, y: 6))
        #expect(hit?.row == 2 && hit?.line == 8 && hit?.column == 3)
        #expect(drawn.line(at: Point(x: 3, y: 6)) == nil && drawn.line(beside: Point(x: 3, y: 6))?.line == 8)
        #expect(drawn.line(beside: Point(x: 13, y: 4)) == nil)
    }
}
