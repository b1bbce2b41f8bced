import GRDB
import HTTPTypes
import HummingbirdCore
import NIOCore

/// `/jmap/eventsource`: reports new states as they occur (RFC 8620 §7.3).
enum EventSource {
    static func answer(_ request: APIRequest, _ account: ServedAccount, _ host: JMAPHost) async throws -> APIResponse {
        if host.oddities.shows(.noPush) { return APIResponse(status: 204, contentType: "text/plain", body: .bytes([])) }
        let wishes = try Wishes(request.query)
        let watched = host.accounts(for: account)
        // A client that reconnects gives its last event; otherwise only changes from now on are reported.
        let heard = request.headers[HTTPField.Name.lastEventID].flatMap(PushedStates.init(text:))
        let now = try await host.database.read { try PushedStates(watched, wishes.types, in: $0) }
        try host.waiting.checkForPlace()
        return APIResponse(
            contentType: "text/event-stream",
            body: .stream { writer in
                let ticket = try host.waiting.ticket()
                defer { ticket.giveBack() }
                try await writer.write(ByteBuffer(string: ": hello\n\n"))
                var told = heard ?? now
                var last = ""
                while !host.database.signal.isClosed {
                    let generations = watched.map { host.database.signal.generation(of: $0.id) }
                    let states = try await host.database.read { try PushedStates(watched, wishes.types, in: $0) }
                    if let change = states.changes(since: told) {
                        let event = "event: state\nid: \(states.text)\ndata: \(change.compactText)\n\n"
                        try await write(event, after: last, to: &writer, host)
                        last = event
                        told = states
                        if wishes.closesAfterState { return }
                    }
                    let isQuiet = await PushedStates.wait(watched, after: generations, .seconds(wishes.pause), host)
                    guard isQuiet, !host.oddities.shows(.noPings) else { continue }
                    let ping = "event: ping\ndata: {\"interval\":\(wishes.pause)}\n\n"
                    try await writer.write(ByteBuffer(string: wishes.wantsPings ? ping : ": still here\n\n"))
                }
            })
    }

    /// The events that a client requests.
    private struct Wishes {
        let types: Set<JMAPType>
        let closesAfterState: Bool
        let wantsPings: Bool
        /// The seconds between two signs of life.
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
            // With a longer pause the server would not notice that the client is gone.
            pause = asked > 0 ? min(asked, 300) : 60
        }
    }

    private static func write(
        _ event: String, after last: String, to writer: inout any ResponseBodyWriter, _ host: JMAPHost
    ) async throws {
        if host.oddities.shows(.halfEvents) {
            try await writer.write(ByteBuffer(string: String(event.prefix(event.count / 2))))
            throw CancellationError()
        }
        try await writer.write(ByteBuffer(string: host.oddities.shows(.repeatedEvents) ? event + event : event))
        if host.oddities.shows(.reorderedEvents) { try await writer.write(ByteBuffer(string: last)) }
    }
}

extension HTTPField.Name {
    /// The name is a valid constant.
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .ifMatch
}
