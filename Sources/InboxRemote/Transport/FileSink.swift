import InboxModel

extension Transport {
    /// Sends a request, and hands the body of a good answer on as it comes; of any other answer the body is the answer's.
    /// - Throws: `cancelled` when the sink takes no more.
    func send(_ request: HTTPRequest, into sink: FileSink) async throws(TransportError) -> HTTPResponse {
        let (head, pieces) = try await stream(request)
        var response = HTTPResponse(head: head, body: [])
        do {
            for try await piece in pieces {
                if !(200...299).contains(head.status) {
                    response.body += piece
                } else if !sink(piece) {
                    throw TransportError.cancelled
                }
            }
        } catch {
            throw error as? TransportError ?? .unreachable(detail: "the answer broke off")
        }
        // A stream whose reader is cancelled just ends.
        if Task.isCancelled { throw .cancelled }
        return response
    }
}
