package import Foundation
package import InboxModel

extension InboxAPIService {
    package func threads(in mailbox: RemoteID?, from position: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage
    {
        let filter = mailbox.map { [(name: "in", value: $0.rawValue)] } ?? []
        // The server's filter is strict, but the walk includes the second itself.
        let until = { (second: Int) in (name: "last_message_before", value: String(second + 1)) }
        return try await page(
            of: WireThread.self, name: "/threads", filter: filter, until: until, from: position, limit: limit,
            item: { NewestFirstWalk.Item(id: $0.id, second: $0.lastMessageSecond) },
            messages: { thread in
                knowledge.skip(thread.skipped)
                return thread.messages
            })
    }

    package func position(notAfter date: Date) -> RemotePosition? {
        NewestFirstWalk(notAfter: Int(date.timeIntervalSince1970.rounded(.down))).position
    }

    package func messages(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage {
        let until = { (second: Int) in (name: "received_before", value: String(second)) }
        return try await page(
            of: WireMessage.self, name: "/messages", filter: [], until: until, from: position, limit: limit,
            item: { message in
                NewestFirstWalk.Item(
                    id: message.remote.id.rawValue, second: Int(message.remote.receivedAt.timeIntervalSince1970))
            }, messages: { [$0.remote] })
    }
}

private extension InboxAPIService {
    typealias Parameter = (name: String, value: String)

    func page<Element: Decodable>(
        of type: Element.Type, name: String, filter: [Parameter], until: (Int) -> Parameter,
        from position: RemotePosition?, limit: Int, item: (Element) -> NewestFirstWalk.Item,
        messages: (Element) -> [RemoteMessage]
    ) async throws(RemoteError) -> RemoteMessagePage {
        var walk = NewestFirstWalk(position: position)
        let (window, list) = try await shrinking(limit) { limit throws(RemoteError) in
            let window = walk.window(limit: limit)
            var query = [("view", "expanded")] + filter
            if let second = window.newestSecond { query.append(until(second)) }
            query += [("limit", String(window.limit)), ("offset", String(window.offset))]
            return (window, try await caller.read(ReadableList<Element>.self, APICaller.Call(name: name, query: query)))
        }
        knowledge.skip(list.skipped)
        if position == nil { walk.total = await total(name: name, filter: filter) }
        let step = walk.advance(over: list.elements.map(item), sentCount: list.sentCount, window: window)
        let fresh = list.elements.filter { step.fresh.contains(item($0).id) }
        return RemoteMessagePage(
            messages: fresh.flatMap(messages), count: fresh.count + list.skipped.count, total: walk.total,
            next: step.isLast ? nil : walk.position)
    }

    /// Returns nil if unknown: a page must not fail for the sake of progress.
    func total(name: String, filter: [Parameter]) async -> Int? {
        let call = APICaller.Call(name: name, query: [("view", "count")] + filter)
        return try? await caller.read(WireCount.self, call).count
    }
}

extension InboxAPIService {
    /// Halves the limit as long as the answer exceeds the size limit.
    func shrinking<Answer>(
        _ limit: Int, _ ask: (Int) async throws(RemoteError) -> Answer
    ) async throws(RemoteError) -> Answer {
        var limit = max(limit, 1)
        while true {
            do throws(RemoteError) {
                return try await ask(limit)
            } catch {
                guard error.isTooLarge, limit > 1 else { throw error }
                limit /= 2
            }
        }
    }
}
