import HTTPTypes
import HummingbirdCore
import NIOCore

/// `/delta`: the changes since a cursor, as a page, by long poll, or as a stream.
enum DeltaRoutes {
    static func answer(_ call: APICall, _ path: [String]) async throws -> APIResponse {
        switch (path.first, call.request.method) {
        case _ where path.count > 1: throw call.unknownPath
        case (nil, .get) where try call.query.bool("wait") == true: return try await longPoll(call)
        case (nil, .get): return try await page(call)
        case ("longpoll", .get): return try await longPoll(call)
        case ("streaming", .get): return try await stream(call)
        case ("latest_cursor", .post): return try await latest(call)
        case ("generate_cursor", .post): return try await generate(call)
        case (nil, _), ("longpoll", _), ("streaming", _), ("latest_cursor", _), ("generate_cursor", _):
            throw call.wrongMethod
        default: throw call.unknownPath
        }
    }

    private static func latest(_ call: APICall) async throws -> APIResponse {
        .json(cursor(try await call.database.read { try DeltaLog.latest(account: call.account.id, in: $0) }))
    }

    private static func generate(_ call: APICall) async throws -> APIResponse {
        guard case .object(let members) = try call.request.jsonObject(), members.map(\.name) == ["start"],
            let start = members[0].value.wholeNumber
        else {
            throw APIError.invalid(
                "generate_cursor request body must have the form {\"start\": <Unix timestamp> (seconds)}")
        }
        return .json(
            cursor(try await call.database.read { try DeltaLog.last(before: start, account: call.account.id, in: $0) }))
    }

    private static func page(_ call: APICall) async throws -> APIResponse {
        .json(try await page(call, query: DeltaQuery(call.query, dialect: call.dialect), after: nil).json)
    }

    /// Answers when something has changed since the cursor, or after the timeout. If all changed objects are gone again, only
    /// the cursor is new.
    private static func longPoll(_ call: APICall) async throws -> APIResponse {
        let query = try DeltaQuery(call.query, dialect: call.dialect)
        let timeout = try call.query.number("timeout", maximum: Limits.longestPoll) ?? 120
        let deadline = ContinuousClock.now + .seconds(timeout)
        let isGone = GoneFlag()
        return try await call.waiting.enter {
            await call.request.onDisconnect { isGone.raise() }
            while true {
                let generation = call.database.signal.generation(of: call.account.id)
                let page = try await page(call, query: query, after: nil)
                let left = deadline - .now
                if !page.isEmpty || left <= .zero || isGone.isRaised || call.database.signal.isClosed {
                    return .json(page.json)
                }
                await isGone.race {
                    await call.database.signal.wait(for: call.account.id, after: generation, atMost: left)
                }
            }
        }
    }

    /// Streams one object a line, and an empty line each second so that a dead connection is noticed.
    private static func stream(_ call: APICall) async throws -> APIResponse {
        let query = try DeltaQuery(call.query, dialect: call.dialect)
        let timeout = try call.query.number("timeout", maximum: Limits.longestPoll) ?? 1800
        let first = try await call.database.read {
            try DeltaLog.number(of: query.cursor, account: call.account.id, in: $0)
        }
        try call.waiting.checkForPlace()
        return APIResponse(
            contentType: "text/event-stream",
            body: .stream { writer in
                let ticket = try call.waiting.ticket()
                defer { ticket.giveBack() }
                let deadline = ContinuousClock.now + .seconds(timeout)
                var position = first
                while !call.database.signal.isClosed {
                    let generation = call.database.signal.generation(of: call.account.id)
                    let page = try await page(call, query: query, after: position)
                    position = page.end
                    let lines = page.deltas.flatMap { $0.bytes(isCompact: true) + [UInt8(ascii: "\n")] }
                    try await writer.write(ByteBuffer(bytes: lines.isEmpty ? [UInt8(ascii: "\n")] : lines))
                    let left = deadline - .now
                    if left <= .zero { break }
                    if page.isEmpty {
                        await call.database.signal.wait(
                            for: call.account.id, after: generation, atMost: min(left, .seconds(1)))
                    }
                }
            })
    }

    private static func page(_ call: APICall, query: DeltaQuery, after: Int64?) async throws -> DeltaPage {
        try await call.database.read { db in
            let start = try after ?? DeltaLog.number(of: query.cursor, account: call.account.id, in: db)
            return try DeltaPage(query: query, after: start, reader: call.reader(db))
        }
    }

    private static func cursor(_ number: Int64) -> JSONValue {
        .object([JSONMember("cursor", .text(DeltaLog.cursor(number)))])
    }
}
