package import InboxModel

extension IMAPConnection {
    /// All folders that can be opened, with their status: in one command where the server has LIST-STATUS, else one for each, sent together.
    /// One whose status the server does not tell is in the list as such, unless it is not there any more.
    package func folders() async throws(RemoteError) -> [IMAPFolder] {
        try await enter()
        defer { leave() }
        var listing = try await listing()
        // All other folders would seem to be gone, with their mail.
        guard !listing.isEmpty else {
            throw link.broken(MalformedAnswer(detail: "the server lists no folders"), call: "LIST")
        }
        listing.addInbox()
        let missing = listing.folders.map(\.rawName).filter { listing.status[$0] == nil }
        try await addStatuses(of: missing, to: &listing)
        let spelling = spelling ?? listing.guessedSpelling(isUTF8: isUTF8)
        try await readRights(in: listing.folders.filter { listing.isForeign($0, spelling) }.map(\.rawName))
        return listing.result(spelling, rights: rights)
    }

    package func status(of folder: String) async throws(RemoteError) -> IMAPFolderStatus {
        try await enter()
        defer { leave() }
        var values: [String: IMAPValue]?
        try await run(statusCommand(folder)) { if case .status(_, let told) = $0 { values = told } }
        guard let status = values.flatMap({ IMAPFolderStatus($0) }) else {
            throw link.broken(MalformedAnswer(detail: "the status of a folder can't be read"), call: "STATUS")
        }
        return status
    }

    /// Creates a folder and subscribes to it.
    package func create(_ folder: String) async throws(RemoteError) {
        try await enter()
        defer { leave() }
        try await run(IMAPCommand("CREATE").adding(folder: folder))
        try await subscribe(folder)
    }

    package func rename(_ folder: String, to name: String) async throws(RemoteError) {
        try await enter()
        defer { leave() }
        try keepInbox(folder, "RENAME")
        try await leaveFolder()
        try await run(IMAPCommand("RENAME").adding(folder: folder).adding(folder: name))
        try await subscribe(name)
        try await subscribe(folder, "UNSUBSCRIBE")
    }

    package func deleteFolder(_ folder: String) async throws(RemoteError) {
        try await enter()
        defer { leave() }
        try keepInbox(folder, "DELETE")
        try await leaveFolder()
        try await run(IMAPCommand("DELETE").adding(folder: folder))
        try await subscribe(folder, "UNSUBSCRIBE")
    }

}

private extension IMAPConnection {
    func has(_ name: String) -> Bool { capabilities.names.contains(name) || capabilities.names.contains("IMAP4REV2") }

    func listing() async throws(RemoteError) -> FolderListing {
        var options: [String] = []
        if has("LIST-EXTENDED") || has("LIST-STATUS") {
            if has("SPECIAL-USE") { options.append("SPECIAL-USE") }
            if has("LIST-STATUS") { options.append("STATUS (\(statusItems))") }
        }
        if !options.isEmpty {
            do throws(RemoteError) {
                return try await listing(IMAPCommand("LIST", "\"\" \"*\" RETURN (\(options.joined(separator: " ")))"))
            } catch {
                guard case .refused = error.reason, isOpen else { throw error }
            }
        }
        let isOld = capabilities.names.contains("XLIST") && !has("SPECIAL-USE")
        return try await listing(IMAPCommand(isOld ? "XLIST" : "LIST", "\"\" \"*\""))
    }

    func listing(_ command: IMAPCommand) async throws(RemoteError) -> FolderListing {
        var listing = FolderListing(isGmail: capabilities.isGmail)
        try await run(command) { response throws(MalformedAnswer) in
            switch response {
            case .folder(let folder): try listing.take(folder)
            case .status(let name, let values): listing.status[name] = values
            default: break
            }
        }
        return listing
    }

    /// - Throws: also what the server says of the inbox, without which there is nothing to follow.
    func addStatuses(of folders: [String], to listing: inout FolderListing) async throws(RemoteError) {
        var found: [String: [String: IMAPValue]] = [:]
        // A name that needs a literal can't be sent together with others.
        let together = folders.filter { Self.quoted($0) != nil }
        let single = folders.filter { Self.quoted($0) == nil }
        for names in [together] + single.map({ [$0] }) where !names.isEmpty {
            let ends = try await link.run(names.map { statusCommand($0) }, capabilities) {
                response throws(MalformedAnswer) in
                guard case .status(let name, let values) = response else { return }
                found[FolderName.isInbox(name) ? FolderName.inbox : name] = values
            }
            for (name, end) in zip(names, ends) {
                let error = RefusalJudge.error(end, call: "STATUS")
                if let error, FolderName.isInbox(name) { throw error }
                if error?.isNotFound != true { listing.untold.insert(name) }
            }
        }
        for name in folders {
            if let told = found[FolderName.isInbox(name) ? FolderName.inbox : name] { listing.status[name] = told }
        }
    }

    func statusCommand(_ folder: String) -> IMAPCommand {
        IMAPCommand("STATUS").adding(folder: folder).adding("(\(statusItems))")
    }

    var statusItems: String {
        var items = ["MESSAGES", "UIDNEXT", "UIDVALIDITY", "UNSEEN"]
        if capabilities.hasModSeq { items.append("HIGHESTMODSEQ") }
        if capabilities.hasFolderIDs { items.append("MAILBOXID") }
        return items.joined(separator: " ")
    }

    /// What the user may do in folders of others, asked once for each connection (RFC 4314). Elsewhere it is everything.
    func readRights(in folders: [String]) async throws(RemoteError) {
        // A name that needs a literal can't be sent together with others.
        let asked = folders.filter { rights[$0] == nil && Self.quoted($0) != nil }
        guard capabilities.names.contains("ACL"), !asked.isEmpty else { return }
        var told: [String: MailboxRights] = [:]
        let isNew = capabilities.names.contains { $0.hasPrefix("RIGHTS=") }
        let commands = asked.map { IMAPCommand("MYRIGHTS").adding(folder: $0) }
        _ = try await link.run(commands, capabilities) {
            if case .rights(let name, let letters) = $0 { told[name] = MailboxRights(letters, isNew: isNew) }
        }
        // One that is not told is tried.
        for name in asked { rights[name] = told[name] ?? .all }
    }

    /// Other programs list only what is subscribed to. That a server refuses this matters to none of them.
    func subscribe(_ folder: String, _ verb: String = "SUBSCRIBE") async throws(RemoteError) {
        do throws(RemoteError) { try await run(IMAPCommand(verb).adding(folder: folder)) } catch {
            guard isOpen else { throw error }
        }
    }

    /// To rename the inbox means to move all of its mail (RFC 9051 §6.3.6).
    func keepInbox(_ folder: String, _ call: String) throws(RemoteError) {
        guard FolderName.isInbox(folder) else { return }
        throw RemoteError(.refused(status: 0, message: "the inbox stays as it is"), call: call)
    }
}
