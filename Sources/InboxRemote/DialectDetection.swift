public import InboxModel

/// Finds out what a server speaks, and whose account it lets us into: asks as the Inbox API first, then for a JMAP
/// session, then reads the URL itself as a feed.
/// - Parameter userName: who signs in to a JMAP server with the secret as password; without it, it is a token.
/// - Throws: what the server said when it speaks a dialect but does not let us in, or cannot be reached;
///   `unreadableAnswer` when it speaks none.
public func detectDialect(
    url: String, userName: String = "", secret: String, transport: any Transport
) async throws(RemoteError) -> (Account.Dialect, RemoteAccount) {
    let feed = FeedService(url: url, secret: secret, transport: transport)
    if FeedSource.isFile(url) { return (.feed, try await feed.signIn()) }
    do throws(RemoteError) {
        return (.inbox, try await InboxAPIService(url: url, secret: secret, transport: transport).signIn())
    } catch {
        switch error.reason {
        case .unreadableAnswer: break
        // A server may ask everybody for a password at every place.
        case .signedOut where !userName.isEmpty: break
        default: throw error
        }
    }
    let refusal: RemoteError
    do throws(RemoteError) {
        let jmap = JMAPService(url: url, userName: userName, secret: secret, transport: transport)
        return (.jmap, try await jmap.signIn())
    } catch {
        refusal = error
    }
    do throws(RemoteError) {
        return (.feed, try await feed.signIn())
    } catch {
        switch refusal.reason {
        case .signedOut, .insecure: throw refusal
        default: break
        }
        switch error.reason {
        case .unreadableAnswer, .notFound, .refused:
            let detail = "what answers here speaks neither the Inbox API nor JMAP, nor is it a feed"
            throw RemoteError(.unreadableAnswer(detail: detail), call: error.call)
        default: throw error
        }
    }
}
