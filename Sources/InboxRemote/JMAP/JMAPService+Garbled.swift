import InboxModel
import MailContent

extension JMAPService {
    /// In bytes; a larger email is shown as the server read it.
    private static let largestReadHere = 4 << 20

    /// Those of which a server could not read some text are read here, from their bytes: more charsets are known here than to some
    /// servers, and what is broken is told as of other mail. One that can't be had stays as the server gives it.
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
        // Who is named so that only the server can read it is named by the server.
        if !parsed.from.isEmpty { email.remote.from = parsed.from }
        email.hasWholeBody = true
    }
}
