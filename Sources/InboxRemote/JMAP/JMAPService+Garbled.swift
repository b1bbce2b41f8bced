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
        guard let blob = email.blobID, let size = email.size, size <= Self.largestReadHere, email.remote.body != nil,
            let bytes = try? await bytes(ofMessage: RemoteID(blob)), bytes.count >= size
        else { return }
        let parsed = ParsedMessage.parse(bytes)
        var body = parsed.body
        body.problems = (email.dateProblem.map { [$0] } ?? []) + parsed.problems
        body.writtenAt = email.remote.body?.writtenAt
        email.remote.body = body
        email.remote.snippet = Snippet.text(of: parsed.body)
        email.remote.subject = parsed.subject
        // A sender that only the server can read stays as the server returned it.
        if !parsed.from.isEmpty { email.remote.from = parsed.from }
        email.hasWholeBody = true
    }
}
