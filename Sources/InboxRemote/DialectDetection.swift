public import InboxModel

/// Finds out what a server speaks, and whose account it lets us into: asks as the Inbox API first, then for a JMAP
/// session, then reads the URL itself as a feed.
///
/// The Inbox API takes its token as the user name, which servers write into their logs. So what may be a password is given
/// to it only after the server, asked without it, looks like one.
/// - Parameter userName: who signs in to a JMAP server with the secret as password; without it, it is a token.
/// - Throws: what the server said when it speaks a dialect but does not let us in, or cannot be reached;
///   `unreadableAnswer` when it speaks none.
public func detectDialect(
    url: String, userName: String = "", secret: String, transport: any Transport
) async throws(RemoteError) -> (Account.Dialect, RemoteAccount) {
    let feed = FeedService(url: url, secret: secret, transport: transport)
    if FeedSource.isFile(url) { return (.feed, try await feed.signIn()) }
    var mayBeInbox = userName.isEmpty
    if !mayBeInbox { mayBeInbox = try await looksLikeInboxAPI(url, transport) }
    if mayBeInbox {
        do throws(RemoteError) {
            return (.inbox, try await InboxAPIService(url: url, secret: secret, transport: transport).signIn())
        } catch {
            guard case .unreadableAnswer = error.reason else { throw error }
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

private func looksLikeInboxAPI(_ url: String, _ transport: any Transport) async throws(RemoteError) -> Bool {
    func ask(_ place: String) async throws(RemoteError) -> HTTPResponse {
        let request = HTTPRequest(
            url: place, headers: ["Accept": "application/json"], totalTimeout: .seconds(30), maxResponseBytes: 1 << 20)
        do throws(TransportError) { return try await transport.send(request) } catch {
            throw AnswerJudge.error(error, call: "account")
        }
    }
    let account = try await ask(String(url.reversed().drop { $0 == "/" }.reversed()) + "/account")
    switch account.status {
    // A web site may have a page for every place.
    case 200...299: return isJSON(account.body)
    case 401, 403:
        if account.headers["WWW-Authenticate"]?.contains("Inbox API") == true { return true }
        // A server may ask everybody for a password at every place; then it is none of the API, or has to be named as one.
        return try await ask("/.well-known/jmap".resolved(against: url)).status == 404
    default: return false
    }
}

/// Whether an answer begins as an object or a list does.
private func isJSON(_ body: [UInt8]) -> Bool {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
}
