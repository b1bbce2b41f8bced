import Foundation
import InboxModel
import InboxServer
import Testing

@Suite("New mail in the demo mailbox")
struct DemoArrivalTests {
    private static let noon = Date(timeIntervalSince1970: 1_795_262_400)

    private func mailbox(seed: UInt64) -> DemoMailbox {
        DemoMailbox(seed: seed, now: Self.noon, owner: MailAddress(name: "Ann Ortiz", email: "ann@example.test"))
    }

    /// Returns the arrivals until there are `count` messages.
    private func arrivals(_ count: Int, of mailbox: inout DemoMailbox) -> [DemoMessage] {
        var now = Self.noon
        return (0..<count).map { _ in
            now += Double(mailbox.nextDelay().components.seconds)
            return mailbox.nextArrival(now: now)
        }
    }

    @Test("arrives after 20 to 60 seconds")
    func waits() {
        var mailbox = mailbox(seed: 3)
        let delays = (0..<500).map { _ in mailbox.nextDelay() }
        #expect(delays.allSatisfy { (.seconds(20) ... .seconds(60)).contains($0) })
        #expect(Set(delays).count > 300)
    }

    @Test("the same seed brings the same mail")
    func isRepeatable() {
        var (first, second) = (mailbox(seed: 5), mailbox(seed: 5))
        #expect(arrivals(60, of: &first).map(\.raw) == arrivals(60, of: &second).map(\.raw))
    }

    @Test("no mail repeats an earlier one", arguments: 0..<4)
    func doesNotRepeatItself(seed: UInt64) {
        var mailbox = mailbox(seed: seed)
        var seen: Set<String> = []
        for message in arrivals(400, of: &mailbox).map(DemoMailText.init) {
            let isNew = seen.insert(message.body).inserted
            #expect(isNew, "\(message.subject)")
        }
    }

    @Test("replies continue existing threads", arguments: 0..<4)
    func threads(seed: UInt64) {
        var mailbox = mailbox(seed: seed)
        var known = Set(mailbox.messages.map { DemoMailText($0).messageID })
        var replies = 0
        for message in arrivals(200, of: &mailbox).map(DemoMailText.init) {
            #expect(message.references.allSatisfy(known.contains))
            #expect(message.references.last == message.inReplyTo)
            if message.inReplyTo != nil { replies += 1 }
            #expect(known.insert(message.messageID).inserted)
        }
        #expect((60...150).contains(replies))
    }

    @Test("arrives unread, with the current date and valid bytes")
    func arrivesNow() {
        var mailbox = mailbox(seed: 11)
        for message in arrivals(200, of: &mailbox) {
            #expect(message.isUnread && !message.isStarred)
            #expect(message.receivedAt > Self.noon)
            #expect(message.folder == .inbox || message.folder == .junk)
            #expect(DemoMailText.isFitForTheWire(message.raw))
        }
    }

    @Test("two runs with one seed never share a Message-ID")
    func identifiersOutliveARun() {
        var (first, second) = (mailbox(seed: 5), mailbox(seed: 5))
        let early = first.nextArrival(now: Self.noon)
        let late = second.nextArrival(now: Self.noon.addingTimeInterval(90))
        #expect(DemoMailText(early).messageID != DemoMailText(late).messageID)
    }
}
