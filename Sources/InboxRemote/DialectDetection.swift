package import InboxModel

/// Detects the dialect of a server and the account that the secret opens. Tries the Inbox API first, then looks for a JMAP session, then
/// reads the URL itself as a feed. The URL of an IMAP server is none of these.
///
/// The Inbox API takes its token as the user name, which servers write to their logs. So a possible password is sent only after a request
/// without it suggests an Inbox API server.
/// - Parameter userName: the user who signs in to a JMAP server with the secret as password. If empty, the secret is a token.
/// - Throws: the server's error if it speaks a dialect but rejects the sign-in or cannot be reached; `noServer` if it speaks none.
package func detectDialect(
    url: String, userName: String = "", secret: String, transport: any Transport
) async throws(RemoteError) -> (Account.Dialect, RemoteAccount) {
    let feed = FeedService(url: url, secret: secret, transport: transport)
    if FeedSource.isFile(url) { return (.feed, try await feed.signIn()) }
    var noAPI = userName.isEmpty ? nil : try await outcomeUnlessInboxAPI(at: url, transport)
    if noAPI == nil {
        do throws(RemoteError) {
            return (.inbox, try await InboxAPIService(url: url, secret: secret, transport: transport).signIn())
        } catch {
            guard case .unreadableAnswer = error.reason else { throw error }
            noAPI = .noMail
        }
    }
    let refusal: RemoteError
    do throws(RemoteError) {
        let jmap = JMAPService(url: url, userName: userName, secret: secret, transport: transport)
        return (.jmap, try await jmap.signIn())
    } catch {
        refusal = error
    }
    // The secret is right: what the same URL answers to other protocols would only hide that.
    if refusal.finding == .noMailAccount { throw refusal }
    do throws(RemoteError) {
        return (.feed, try await feed.signIn())
    } catch {
        switch refusal.reason {
        case .signedOut, .insecure: throw refusal
        default: break
        }
        switch error.reason {
        case .unreadableAnswer, .notFound, .refused:
            let attempts: [NoServer.Attempt] = [
                .init(.url(accountURL(below: url)), noAPI ?? .noMail),
                .init(.url("/.well-known/jmap".resolved(against: url)), NoServer.Outcome(refusal) ?? .noMail),
                .init(.url(url), NoServer.Outcome(error) ?? .noMail),
            ]
            throw RemoteError(.noServer(NoServer(attempts: attempts)), call: error.call)
        default: throw error
        }
    }
}

/// Checks, without a secret, whether a server may speak the Inbox API.
/// - Returns: what the server answered if it does not; nil if it may.
func outcomeUnlessInboxAPI(at url: String, _ transport: any Transport) async throws(RemoteError)
    -> NoServer.Outcome?
{
    let account = try await look(at: accountURL(below: url), transport, call: "account")
    switch account.status {
    // A web site may serve a page for every path.
    case 200...299: return isJSON(account.body) ? nil : .noMail
    case 401, 403:
        if account.headers["WWW-Authenticate"]?.contains("Inbox API") == true { return nil }
        // Some servers ask for a password on every path. They do not speak the API, or the user must name it.
        let session = try await look(at: "/.well-known/jmap".resolved(against: url), transport, call: "account")
        return session.status == 404 ? nil : .status(account.status)
    default: return .status(account.status)
    }
}

/// Checks whether a server may speak JMAP: it then asks for a password here or returns a session.
func outcomeUnlessJMAP(at url: String, _ transport: any Transport) async throws(RemoteError) -> NoServer.Outcome? {
    let place = "/.well-known/jmap".resolved(against: url)
    var answer = try await look(at: place, transport, call: SessionFinder.call)
    var now = place
    for _ in 0..<5 where (300...399).contains(answer.status) {
        guard let next = answer.headers["Location"]?.resolved(against: now), let origin = Origin(next), origin.isSafe
        else { return nil }
        now = next
        // A redirecting web site and a JMAP server on another host look the same until the redirect is followed: without a secret, and not
        // into the user's private networks.
        let isElsewhere = origin != Origin(place)
        do throws(RemoteError) {
            answer = try await look(at: next, transport, call: SessionFinder.call, isPublicOnly: isElsewhere)
        } catch {
            if isElsewhere, error.reason != .cancelled { return nil }
            throw error
        }
    }
    switch answer.status {
    case 200...299: return isJSON(answer.body) ? nil : .noMail
    case 400, 404, 405, 406, 410: return .status(answer.status)
    default: return nil
    }
}

private func accountURL(below url: String) -> String {
    String(url.reversed().drop { $0 == "/" }.reversed()) + "/account"
}

private func look(at place: String, _ transport: any Transport, call: String, isPublicOnly: Bool = false)
    async throws(RemoteError) -> HTTPResponse
{
    let request = HTTPRequest(
        url: place, headers: ["Accept": "application/json"], totalTimeout: .seconds(30), maxResponseBytes: 1 << 20,
        isPublicOnly: isPublicOnly)
    do throws(TransportError) { return try await transport.send(request) } catch {
        throw AnswerJudge.error(error, call: call)
    }
}

/// Whether an answer begins like a JSON object or array.
private func isJSON(_ body: [UInt8]) -> Bool {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
}
