import Foundation

extension RemoteSubmission {
    /// What an action keeps of it.
    package var detail: String? {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Action {
    /// The order to send that its server was given, as far as is known, or is to get; nil for any other action.
    package var order: RemoteSubmission? {
        guard command.sends, let detail else { return nil }
        return try? JSONDecoder().decode(RemoteSubmission.self, from: Data(detail.utf8))
    }
}
