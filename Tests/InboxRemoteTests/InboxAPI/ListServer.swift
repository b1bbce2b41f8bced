import InboxRemote
import TestSupport

/// Answers `/threads` and `/messages` of a mailbox like a server: filtered, sorted, limited. The object at index `n` is
/// the thread `t<n>` with the single message `m<n>`.
struct ListServer: Transport {
    /// The received times, newest first.
    let seconds: [Int]

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let query = request.query
        if query["view"] == "count" { return answer("{\"count\": \(seconds.count)}") }
        let isThreads = request.path == "/threads"
        let before = query["last_message_before"].flatMap { Int($0) }.map { $0 - 1 }
        let bound = before ?? query["received_before"].flatMap { Int($0) } ?? .max
        let found = seconds.indices.filter { seconds[$0] <= bound }
            .dropFirst(query["offset"].flatMap { Int($0) } ?? 0).prefix(query["limit"].flatMap { Int($0) } ?? 100)
        return answer(InboxAPIFixtures.list(found.map { isThreads ? thread($0) : message($0) }))
    }

    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        throw .unreachable(detail: "nothing is streamed here")
    }

    private func thread(_ index: Int) -> String {
        InboxAPIFixtures.thread(
            "t\(index)", second: seconds[index], messages: ["{\"id\": \"m\(index)\", \"thread_id\": \"t\(index)\"}"])
    }

    private func message(_ index: Int) -> String {
        InboxAPIFixtures.message("m\(index)", date: seconds[index], more: ", \"body\": \"<p></p>\"")
    }

    private func answer(_ json: String) -> HTTPResponse {
        HTTPResponse(status: 200, body: Array(json.utf8))
    }
}
