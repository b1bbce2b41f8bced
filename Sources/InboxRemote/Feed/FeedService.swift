package import Foundation
package import InboxModel

/// A feed: one JSON document `{"inbox": [{uid, from, to, subject, text, responseToUid, dateTime}]}` at a URL or in a file. It is read-only
/// and always read as a whole; changes are found by comparing two readings. A feed has no read marks, so all its messages are unread.
package struct FeedService: RemoteService {
    private let source: FeedSource
    private let now: @Sendable () -> Date
    private let clock: any Clock<Duration>

    private static let longestPause: Duration = .seconds(30)

    /// - Parameters:
    ///   - url: an http, https or `file` URL, or the path of a file.
    ///   - secret: a token, sent as for the Inbox API; empty if none is needed.
    ///   - clock: measures the pauses while waiting for changes.
    package init(
        url: String, secret: String = "", transport: any Transport, now: @escaping @Sendable () -> Date = { Date() },
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        source = FeedSource(url: url, secret: secret, transport: transport, judge: AnswerJudge(now: now))
        self.now = now
        self.clock = clock
    }

    /// Takes the most frequent recipient as the owner; empty if there is none.
    package func signIn() async throws(RemoteError) -> RemoteAccount {
        let addresses = try await read().items.flatMap(\.message.to).filter { $0.email.contains("@") }
        let counts = addresses.reduce(into: [String: Int]()) { $0[$1.email.lowercased(), default: 0] += 1 }
        let owner = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
        let name = addresses.first { $0.email.lowercased() == owner && !$0.name.isEmpty }?.name ?? ""
        return RemoteAccount(address: owner, name: name, hasLabels: false)
    }

    package var isPolling: Bool { get async { true } }

    package func mailboxes() async throws(RemoteError) -> [RemoteMailbox] {
        [FeedReading.inbox]
    }

    package func latestState() async throws(RemoteError) -> String {
        FeedState(try await read()).text
    }

    package func threads(in mailbox: RemoteID?, from position: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage
    {
        guard mailbox == nil || mailbox == FeedReading.inbox.id else {
            return RemoteMessagePage(messages: [], count: 0, total: 0, next: nil)
        }
        let threads = try await read().threadsNewestFirst.map { thread in thread.map(\.withoutBody) }
        return FeedService.page(of: threads, from: position, limit: limit)
    }

    package func messages(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage {
        FeedService.page(of: try await read().newestFirst.map { [$0] }, from: position, limit: limit)
    }

    package func message(_ id: RemoteID) async throws(RemoteError) -> RemoteMessage? {
        try await read().items.first { $0.message.id == id }?.message
    }

    package func rawMessage(_ id: RemoteID) async throws(RemoteError) -> [UInt8] {
        throw RemoteError(.unsupported, call: FeedSource.call)
    }

    package func drafts() async throws(RemoteError) -> [RemoteMessage] { [] }

    package func contacts() async throws(RemoteError) -> [RemoteContact] { [] }

    package func changes(since state: String, wait: Duration?) async throws(RemoteError) -> RemoteChanges {
        guard let before = FeedState(text: state) else { throw RemoteError(.stateTooOld, call: FeedSource.call) }
        var left = wait ?? .zero
        while true {
            let reading = try await read()
            guard let changes = before.changes(to: reading) else {
                throw RemoteError(.stateTooOld, call: FeedSource.call)
            }
            if !changes.isEmpty || left <= .zero {
                return RemoteChanges(changes: changes, newState: FeedState(reading).text, hasMore: false)
            }
            let pause = min(left, FeedService.longestPause)
            do {
                try await clock.sleep(for: pause)
            } catch {
                throw RemoteError(.cancelled, call: FeedSource.call)
            }
            left -= pause
        }
    }

    package func update(_ id: RemoteID, _ update: RemoteUpdate) async throws(RemoteError) -> RemoteMessage {
        throw RemoteError(.unsupported, call: FeedSource.call)
    }

    package func download(_ file: RemoteID, meter: TransferMeter?) async throws(RemoteError) -> [UInt8] {
        throw RemoteError(.unsupported, call: FeedSource.call)
    }
}

private extension FeedService {
    func read() async throws(RemoteError) -> FeedReading {
        FeedReading(try await source.entries(), dates: FeedDate(now: now(), timeZone: .current))
    }

    /// A position is the number of groups already returned.
    static func page(of groups: [[RemoteMessage]], from position: RemotePosition?, limit: Int) -> RemoteMessagePage {
        let start = min(max(position.flatMap { Int($0.rawValue) } ?? 0, 0), groups.count)
        let page = groups[start...].prefix(max(limit, 1))
        return RemoteMessagePage(
            messages: page.flatMap(\.self), count: page.count, total: groups.count,
            next: page.endIndex < groups.count ? RemotePosition(rawValue: String(page.endIndex)) : nil)
    }
}

extension RemoteMessage {
    fileprivate var withoutBody: RemoteMessage {
        var copy = self
        copy.body = nil
        return copy
    }
}
