import InboxModel

/// What is said once at the beginning of a connection, in one go.
struct IMAPOpening {
    private(set) var spelling: FolderSpelling?
    private(set) var isUTF8 = false

    nonisolated(nonsending) init(_ link: IMAPLink, _ capabilities: IMAPCapabilities) async throws(RemoteError) {
        var commands: [IMAPCommand] = []
        // Some large servers open no folder for a client that has not said what it is (RFC 2971).
        if capabilities.names.contains("ID") {
            commands.append(
                IMAPCommand("ID", "(\"name\" \"\(ClientName.name)\" \"version\" \"\(ClientName.version)\")"))
        }
        // Others are understood without (RFC 6855 §3), and may be asked for searches in any encoding only so long.
        if capabilities.names.contains("UTF8=ONLY") { commands.append(IMAPCommand("ENABLE", "UTF8=ACCEPT")) }
        if capabilities.names.contains("NAMESPACE") || capabilities.names.contains("IMAP4REV2") {
            commands.append(IMAPCommand("NAMESPACE"))
        }
        guard !commands.isEmpty else { return }
        var (told, enabled) = (FolderSpelling?.none, Set<String>())
        // Whoever refuses one of these does without.
        _ = try await link.run(commands, capabilities) {
            switch $0 {
            case .spelling(let spelling): told = spelling
            case .enabled(let names): enabled = names
            default: break
            }
        }
        isUTF8 = enabled.contains("UTF8=ACCEPT")
        told?.isUTF8 = isUTF8
        spelling = told
    }
}
