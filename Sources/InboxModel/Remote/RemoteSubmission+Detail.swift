extension RemoteSubmission {
    /// What an action keeps of it.
    package var detail: String? { try? jsonText() }
}

extension Action {
    /// The order to send that its server was given, as far as is known, or is to get; nil for any other action.
    package var order: RemoteSubmission? { command.sends ? RemoteSubmission(jsonText: detail) : nil }
}
