import InboxModel

extension Transport {
    /// Sends a request, and passes the body of a successful answer to a sink as it arrives. Any other answer keeps its body.
    /// - Throws: `cancelled` if the sink refuses a piece.
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
        // A stream simply ends when its reader is cancelled.
        if Task.isCancelled { throw .cancelled }
        return response
    }
}
