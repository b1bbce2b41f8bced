import InboxModel

/// What came of requests for many messages, of which the server may not be able to give some.
struct HalvedAnswers<Value: Sendable>: Sendable {
    /// Whether a message that the server can't give is left out.
    let sparesOne: Bool
    private(set) var found: [UInt32: Value] = [:]
    /// Messages that were left out since the last success. A server that can't give two of them is asked for no more.
    private var failures = 0

    init(sparesOne: Bool) { self.sparesOne = sparesOne }

    /// - Throws: `notFound` if the folder is gone; any error that is not about the messages, or seems not to be.
    mutating func ask(
        _ connection: IMAPConnection, _ uids: ArraySlice<UInt32>,
        _ request: @Sendable (IMAPConnection, UIDSet) async throws(RemoteError) -> [UInt32: Value]
    ) async throws(RemoteError) {
        do throws(RemoteError) {
            let wanted = Set(uids)
            for (uid, value) in try await request(connection, UIDSet(uids)) where wanted.contains(uid) {
                found[uid] = value
                failures = 0
            }
        } catch {
            guard Self.mayBeAboutSome(error) else { throw error }
            guard uids.count > 1 else {
                failures += 1
                guard sparesOne, failures < 2 || error.nextStep == .drop else { throw error }
                return
            }
            let middle = uids.startIndex + uids.count / 2
            try await ask(connection, uids[..<middle], request)
            try await ask(connection, uids[middle...], request)
        }
    }

    /// Servers call it a failure of their own when a message is damaged (`SERVERBUG`, RFC 5530).
    private static func mayBeAboutSome(_ error: RemoteError) -> Bool {
        switch error.reason {
        case .refused, .busy: true
        default: false
        }
    }
}
