import Foundation
import GRDB
import HTTPTypes
import HummingbirdCore
import NIOCore

/// `/jmap/eventsource`: tells of new states as they come (RFC 8620 §7.3).
enum EventSource {
    static func answer(_ request: APIRequest, _ account: ServedAccount, _ host: JMAPHost) async throws -> APIResponse {
        if host.oddities.shows(.noPush) { return APIResponse(status: 204, contentType: "text/plain", body: .bytes([])) }
        let wishes = try Wishes(request.query)
        let watched = host.accounts(for: account)
        // A client that comes back says what it has heard last; else only what comes from now on is news.
        let heard = request.headers[HTTPField.Name.lastEventID].flatMap(States.init(text:))
        let now = try await host.database.read { try States(watched, wishes.types, in: $0) }
        try host.waiting.checkForPlace()
        return APIResponse(
            contentType: "text/event-stream",
            body: .stream { writer in
                let ticket = try host.waiting.ticket()
                defer { ticket.giveBack() }
                try await writer.write(ByteBuffer(string: ": hello\n\n"))
                var told = heard ?? now
                while !host.database.signal.isClosed {
                    let generations = watched.map { host.database.signal.generation(of: $0.id) }
                    let states = try await host.database.read { try States(watched, wishes.types, in: $0) }
                    if let change = states.changes(since: told) {
                        try await write(change, id: states.text, to: &writer, host)
                        told = states
                        if wishes.closesAfterState { return }
                    }
                    let isQuiet = await wait(watched, after: generations, wishes.pause, host)
                    guard isQuiet, !host.oddities.shows(.noPings) else { continue }
                    let ping = "event: ping\ndata: {\"interval\":\(wishes.pause)}\n\n"
                    try await writer.write(ByteBuffer(string: wishes.wantsPings ? ping : ": still here\n\n"))
                }
            })
    }

    /// What a client wants to hear of, and how.
    private struct Wishes {
        let types: Set<JMAPType>
        let closesAfterState: Bool
        let wantsPings: Bool
        /// Seconds between two signs of life.
        let pause: Int

        init(_ query: QueryParameters) throws {
            let names = query["types"] ?? "*"
            types =
                names == "*"
                ? Set(JMAPType.allCases)
                : Set(names.split(separator: ",").compactMap { JMAPType(rawValue: String($0)) })
            closesAfterState = query["closeafter"] == "state"
            let asked = try query.number("ping", maximum: .max) ?? 0
            wantsPings = asked > 0
            // Less often than this the server would not know of a client that has gone.
            pause = asked > 0 ? min(asked, 300) : 60
        }
    }

    /// Whether the pause is over with no change before it.
    private static func wait(_ accounts: [ServedAccount], after generations: [UInt64], _ pause: Int, _ host: JMAPHost)
        async
        -> Bool
    {
        let signal = host.database.signal
        return await withTaskGroup(of: Bool.self) { group in
            for (account, generation) in zip(accounts, generations) {
                group.addTask {
                    await signal.wait(for: account.id, after: generation)
                    return false
                }
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(pause))
                return !Task.isCancelled
            }
            let isQuiet = await group.next() ?? false
            group.cancelAll()
            return isQuiet
        }
    }

    private static func write(
        _ change: JSONValue, id: String, to writer: inout any ResponseBodyWriter, _ host: JMAPHost
    ) async throws {
        let event = "event: state\nid: \(id)\ndata: \(change.compactText)\n\n"
        if host.oddities.shows(.halfEvents) {
            try await writer.write(ByteBuffer(string: String(event.prefix(event.count / 2))))
            throw CancellationError()
        }
        try await writer.write(ByteBuffer(string: host.oddities.shows(.repeatedEvents) ? event + event : event))
    }
}

/// The states of several accounts at a time.
private struct States: Sendable {
    private let accounts: [String: [String: String]]

    init(_ accounts: [ServedAccount], _ types: Set<JMAPType>, in db: Database) throws {
        var all: [String: [String: String]] = [:]
        for account in accounts {
            for type in types {
                all[account.publicID, default: [:]][type.rawValue] = try StateString.of(type, account, in: db)
            }
        }
        self.accounts = all
    }

    /// - Parameter text: what `text` was.
    init?(text: String) {
        guard let data = Data(base64Encoded: text), let value = JSONValue(reading: Array(data)),
            let members = value.members
        else { return nil }
        accounts = Dictionary(
            members.map { account in
                let states = (account.value.members ?? []).compactMap { state in
                    state.value.textValue.map { (state.name, $0) }
                }
                return (account.name, Dictionary(states, uniquingKeysWith: { $1 }))
            }, uniquingKeysWith: { $1 })
    }

    /// An id of an event, from which the states can be read again.
    var text: String { Data(Self.json(accounts).bytes(isCompact: true)).base64EncodedString() }

    /// A StateChange (RFC 8620 §7.1); nil when nothing has changed.
    func changes(since others: States) -> JSONValue? {
        var changed: [String: [String: String]] = [:]
        for (account, states) in accounts {
            let news = states.filter { others.accounts[account]?[$0.key] != $0.value }
            if !news.isEmpty { changed[account] = news }
        }
        guard !changed.isEmpty else { return nil }
        return .object([
            JSONMember("@type", .text("StateChange")), JSONMember("changed", Self.json(changed)),
        ])
    }

    private static func json(_ accounts: [String: [String: String]]) -> JSONValue {
        .object(
            accounts.sorted { $0.key < $1.key }.map { account, states in
                JSONMember(
                    account, .object(states.sorted { $0.key < $1.key }.map { JSONMember($0.key, .text($0.value)) }))
            })
    }
}

extension HTTPField.Name {
    /// The name is a constant and well formed.
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .ifMatch
}
