package import InboxModel

extension JMAPService {
    /// How many conditions servers accept in one filter without complaint.
    private static let headersAtOnce = 20

    /// An email's thread and place in it never change, so servers recreate emails under other ids when threads merge, and some servers when
    /// an email is moved (RFC 8621 §3).
    package func messages(withMessageIDs headers: [String]) async throws(RemoteError) -> [RemoteMessage] {
        var found: [RemoteMessage] = []
        for start in stride(from: 0, to: headers.count, by: Self.headersAtOnce) {
            let some = headers[start..<min(start + Self.headersAtOnce, headers.count)]
            let conditions = some.map { ["header": .strings(["Message-ID", $0.bareMessageID])] as JSON }
            let filter: JSON =
                conditions.count == 1 ? conditions[0] : ["operator": "OR", "conditions": .array(conditions)]
            let ids: [String]
            do throws(RemoteError) {
                ids = try await query(["filter": filter]).ids
            } catch {
                // The server cannot search for headers.
                guard error.nextStep == .drop else { throw error }
                return []
            }
            // The filter also matches parts of headers.
            found += try await emails(IDWindow(ids).ids, .list).map(\.remote).filter { message in
                message.messageIDHeader.map(some.contains) ?? false
            }
        }
        return found
    }
}
