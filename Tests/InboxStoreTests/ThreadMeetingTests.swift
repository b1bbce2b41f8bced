import Foundation
import GRDB
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("List overlap")
struct ThreadMeetingTests {
    private let store: Store
    private let account: AccountID

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
    }

    private enum Place { case inbox, ofBen }

    private func fill(_ count: Int, _ places: (Int) -> Set<Place>) throws {
        try store.writeNow { transaction in
            for number in 0..<count {
                let places = places(number)
                try transaction.receive(
                    .remote(
                        id: "m\(number)", from: places.contains(.ofBen) ? "ben" : "anna",
                        in: [places.contains(.inbox) ? "inbox" : "work"], at: number),
                    account: account, bodyText: nil)
            }
        }
    }

    private func query(_ text: String, _ sort: MailSort = .newestFirst) throws -> ThreadQuery {
        let mailboxes = try store.read { try $0.mailboxes() }
        return ThreadQuery(
            predicate: MailQuery(text).predicate.resolved(mailboxes: mailboxes, now: .test(0)), sort: sort)
    }

    @Test(
        "lists without common dates are intersected without reading them whole",
        arguments: [MailSort.newestFirst, .oldestFirst])
    func apart(sort: MailSort) throws {
        // Long runs that alternate, as if a person wrote only in the months in which all mail is filed.
        try fill(3_000) { $0 / 500 % 2 == 0 ? [.inbox] : [.ofBen] }
        let query = try query("in:inbox from:ben@example.test", sort)
        try store.read { reader in
            var meeting = try #require(try ThreadMeeting(query, reader.database))
            #expect(try meeting.threads(skipping: 0, limit: 50).isEmpty)
            #expect(meeting.walk.cost < 150, "\(meeting.walk.cost) rows were read")
        }
    }

    @Test("lists with few common threads give these from both ends and any position", arguments: 0..<8)
    func meets(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        let (rare, run) = (random.int(1..<40), random.int(1..<60))
        try fill(600) { number in
            number % rare == 0 ? [.inbox, .ofBen] : number / run % 2 == 0 ? [.inbox] : [.ofBen]
        }
        for sort in [MailSort.newestFirst, .oldestFirst] {
            let query = try query("in:inbox from:ben@example.test", sort)
            try store.read { reader in
                let all = try reader.threads(query, limit: -1)
                #expect(all.count == (600 + rare - 1) / rare)
                #expect(try reader.count(query) == all.count)
                for start in 0..<min(all.count, 12) {
                    let rest = try reader.threads(query, limit: 5, after: sort.key(of: all[start]))
                    #expect(rest == Array(all.dropFirst(start + 1).prefix(5)))
                    #expect(try reader.threads(query, offset: start, limit: 3) == Array(all.dropFirst(start).prefix(3)))
                }
            }
        }
    }

    @Test("a paused walk resumes where it was and finds the same")
    func pauses() throws {
        try fill(800) { $0 % 7 == 0 ? [.inbox, .ofBen] : $0 % 2 == 0 ? [.inbox] : [.ofBen] }
        let query = try query("in:inbox from:ben@example.test")
        try store.read { reader in
            var meeting = try #require(try ThreadMeeting(query, reader.database))
            let whole = try meeting.threads(skipping: 0, limit: -1)
            var walk = try #require(try ThreadMeeting(query, reader.database)).walk
            var found: [ThreadID] = []
            var (pauses, limit) = (0, 40)
            steps: while true {
                switch try walk.next(costing: limit) {
                case .found(let place): found.append(ThreadID(place.id))
                case .paused:
                    pauses += 1
                    limit = walk.cost + 40
                case .end: break steps
                }
            }
            #expect(found == whole && pauses > 5)
        }
    }
}
