public import InboxModel

/// Finds out what a server speaks, and whose account it lets us into: asks as the Inbox API first, then reads the
/// URL itself as a feed.
/// - Throws: what the server said when it speaks a dialect but does not let us in, or cannot be reached;
///   `unreadableAnswer` when it speaks none.
public func detectDialect(
    url: String, secret: String, transport: any Transport
) async throws(RemoteError) -> (Account.Dialect, RemoteAccount) {
    let feed = FeedService(url: url, secret: secret, transport: transport)
    if FeedSource.isFile(url) { return (.feed, try await feed.signIn()) }
    do throws(RemoteError) {
        return (.inbox, try await InboxAPIService(url: url, secret: secret, transport: transport).signIn())
    } catch {
        guard case .unreadableAnswer = error.reason else { throw error }
    }
    do throws(RemoteError) {
        return (.feed, try await feed.signIn())
    } catch {
        switch error.reason {
        case .unreadableAnswer, .notFound, .refused:
            let detail = "what answers here speaks neither the Inbox API nor is it a feed"
            throw RemoteError(.unreadableAnswer(detail: detail), call: error.call)
        default: throw error
        }
    }
}
