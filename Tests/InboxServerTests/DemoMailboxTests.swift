import Foundation
import InboxModel
import InboxServer
import Testing

@Suite("The demo mailbox")
struct DemoMailboxTests {
    private static let noon = Date(timeIntervalSince1970: 1_795_262_400)
    private static let owner = MailAddress(name: "Ann Ortiz", email: "ann@example.test")

    private func mailbox(seed: UInt64 = 7, now: Date = noon) -> DemoMailbox {
        DemoMailbox(seed: seed, now: now, owner: Self.owner)
    }

    @Test("the same seed and time give the same bytes", arguments: [1, 7, 99] as [UInt64])
    func isRepeatable(seed: UInt64) {
        let (first, second) = (mailbox(seed: seed).messages, mailbox(seed: seed).messages)
        #expect(first.map(\.raw) == second.map(\.raw))
        #expect(first.map(\.receivedAt) == second.map(\.receivedAt))
        #expect(first.map(\.raw) != mailbox(seed: seed + 1).messages.map(\.raw))
    }

    @Test("later on the same day only the newest mails' dates change")
    func followsTheDay() {
        let evening = Self.noon.addingTimeInterval(7 * 3_600)
        let earlier = Dictionary(grouping: mailbox().messages.map(DemoMailText.init), by: \.messageID)
        var moved = 0
        for message in mailbox(now: evening).messages.map(DemoMailText.init) {
            let same = earlier[message.messageID]?.first
            #expect(same?.body == message.body)
            #expect(same?.subject == message.subject)
            if same?.header("Date") != message.header("Date") { moved += 1 }
        }
        #expect(moved > 20 && moved < 140)
    }

    @Test("it has the size and mix of a used mailbox", arguments: 0..<8)
    func isOfAUsefulSize(seed: UInt64) {
        let messages = mailbox(seed: seed).messages
        let threads = DemoThreads(messages)
        #expect((1_000...1_300).contains(messages.count))
        #expect((370...450).contains(threads.count))
        #expect((95...150).contains(threads.count(in: .inbox)))
        #expect((18...36).contains(threads.unreadCount(in: .inbox)))
        #expect(threads.longest >= 40)
        #expect(Set(messages.map(\.folder)) == Set(DemoFolder.allCases))
        #expect(messages.contains { $0.isStarred })
    }

    @Test("all mail is from the past two years, oldest first")
    func liesInThePast() throws {
        for hour in [0, 9, 23] {
            let now = Self.noon.addingTimeInterval(Double(hour - 12) * 3_600)
            let dates = mailbox(now: now).messages.map(\.receivedAt)
            #expect(dates == dates.sorted())
            let (oldest, newest) = (try #require(dates.first), try #require(dates.last))
            #expect(newest <= now && now.timeIntervalSince(newest) < 3_600)
            #expect(now.timeIntervalSince(oldest) > 650 * 86_400 && now.timeIntervalSince(oldest) < 760 * 86_400)
        }
    }

    @Test("Message-IDs are unique, and each reply references earlier messages")
    func threadsHoldTogether() {
        var known: Set<String> = []
        for message in mailbox().messages.map(DemoMailText.init) {
            if let parent = message.inReplyTo {
                #expect(known.contains(parent), "\(message.subject)")
                #expect(message.references.last == parent)
                #expect(message.references.allSatisfy(known.contains))
            }
            #expect(known.insert(message.messageID).inserted)
        }
    }

    @Test("every line is ASCII, ends in CRLF, and is within the length limit (RFC 5322 §2.1.1)")
    func bytesAreFitForTheWire() {
        for message in mailbox().messages { #expect(DemoMailText.isFitForTheWire(message.raw)) }
    }

    @Test("addresses and links use only reserved domains")
    func namesNobody() {
        for message in mailbox().messages.map(DemoMailText.init) {
            for host in message.hosts {
                #expect(host.hasSuffix(".example") || host.hasSuffix(".test"), "\(host) in \(message.subject)")
            }
        }
    }

    @Test("no template token is left unfilled")
    func tokensAreFilledIn() {
        for message in mailbox().messages { #expect(!String(decoding: message.raw, as: UTF8.self).contains("{{")) }
    }

    @Test(
        "it has every kind of mail and file",
        arguments: [
            "text/html", "text/calendar", "application/pdf", "image/png", "text/x-patch", "text/csv", "List-Id:",
            "List-Unsubscribe:", "multipart/mixed", "multipart/alternative", "quoted-printable", "base64",
        ])
    func hasVariety(mark: String) {
        #expect(mailbox().messages.contains { String(decoding: $0.raw, as: UTF8.self).contains(mark) })
    }

    @Test("it opens in under a second of CPU time")
    func isQuick() {
        // Only this thread's time, because other tests run at the same time.
        let before = threadSeconds()
        _ = mailbox()
        #expect(threadSeconds() - before < 1)
    }

    private func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test("an owner without a name is fine")
    func worksWithoutName() {
        let messages = DemoMailbox(seed: 1, now: Self.noon, owner: MailAddress(email: "zoe@post.test")).messages
        #expect(messages.count > 1_000)
    }
}
