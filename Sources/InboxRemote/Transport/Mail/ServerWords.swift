import Foundation

/// A server's own message as it may be shown and logged.
struct ServerWords: Sendable {
    private static let maxCharacters = 400

    /// What a careless server repeats: passwords, and the lines that contain them.
    private let secrets: [String]

    init(hiding credential: MailCredential, from place: MailPlace) {
        let sasl = [SASL.Mechanism.plain, .xoauth2, .oauthBearer].flatMap { SASL.responses($0, credential, place) }
        secrets = ([credential.secret, Data(credential.secret.utf8).base64EncodedString()] + sasl)
            .filter { !$0.isEmpty }
            .sorted { $0.utf8.count > $1.utf8.count }
    }

    /// Returns the text in one line of printable characters, shortened and without secrets.
    func clean(_ text: some StringProtocol) -> String {
        var words = String(text)
        for secret in secrets { words = words.replacing(secret, with: "…") }
        let printable = words.unicodeScalars.map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: " "
            default: Character(scalar)
            }
        }
        let line = String(printable).split(separator: " ").joined(separator: " ")
        return line.count <= ServerWords.maxCharacters ? line : line.prefix(ServerWords.maxCharacters) + "…"
    }
}
