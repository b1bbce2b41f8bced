import InboxModel
import MailContent

extension JMAPService {
    /// In bytes. A larger email is shown as the server decoded it.
    private static let largestReadHere = 4 << 20

    /// Decodes emails from their bytes if the server could not decode some of their text. This client knows more charsets than some
    /// servers, and reports problems as usual. An email that cannot be downloaded stays as it is.
    func legible(_ emails: [WireEmail]) async -> [WireEmail] {
        var emails = emails
        for index in emails.indices where emails[index].isGarbled {
            await readHere(&emails[index])
        }
        return emails
    }

    private func readHere(_ email: inout WireEmail) async {
        guard email.remote.body != nil, let parsed = await parsed(email) else { return }
        email.read(parsed)
        email.hasWholeBody = true
    }

    /// An email of which the server has more to say than an answer may hold, as of thousands of parts: its source is often short.
    /// - Returns: nil if it is gone, its source is too long or cannot be downloaded, or it is a draft: saved again, it would lose what
    ///   was not told of it, such as files and blind copies.
    func messageReadHere(_ id: RemoteID) async throws(RemoteError) -> RemoteMessage? {
        guard var email = try await emails([id.rawValue], .short).first, !email.remote.keywords.contains(.draft),
            let parsed = await parsed(email)
        else { return nil }
        email.read(parsed)
        (email.remote.to, email.remote.cc, email.remote.replyTo) = (parsed.to, parsed.cc, parsed.replyTo)
        if !parsed.files.isEmpty {
            email.remote.body?.problems.append("Its files are not listed: they are in its source only")
        }
        return email.remote
    }

    /// The beginnings of the texts of an email whose texts as a whole are more than an answer may hold.
    /// - Returns: nil if it is gone, or if even these are too much; or if it is a draft: saved again, it would lose the rest.
    func beginning(of id: RemoteID) async throws(RemoteError) -> RemoteMessage? {
        guard let message = try await emails([id.rawValue], .bodies).first?.remote, message.body != nil,
            !message.keywords.contains(.draft)
        else { return nil }
        return message
    }

    private func parsed(_ email: WireEmail) async -> ParsedMessage? {
        guard let blob = email.blobID, let size = email.size, size <= Self.largestReadHere,
            let bytes = try? await bytes(ofMessage: RemoteID(blob)), bytes.count >= size
        else { return nil }
        return ParsedMessage.parse(bytes)
    }
}

extension WireEmail {
    fileprivate mutating func read(_ parsed: ParsedMessage) {
        var body = parsed.body
        body.problems = (dateProblem.map { [$0] } ?? []) + parsed.problems
        body.writtenAt = remote.body?.writtenAt
        remote.body = body
        remote.snippet = Snippet.text(of: parsed.body)
        remote.subject = parsed.subject
        // A sender that only the server can read stays as the server returned it.
        if !parsed.from.isEmpty { remote.from = parsed.from }
    }
}
