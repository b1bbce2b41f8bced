import Foundation
package import InboxModel

extension IMAPConnection {
    /// Opens a folder, also if it is open. Here and below, folders are raw names.
    package func select(_ folder: String) async throws(RemoteError) -> IMAPSelected {
        try await enter()
        defer { leave() }
        return try await open(folder)
    }

    /// Whether the folder's UIDs have been given anew since, so that those known are of no use: the UIDVALIDITY when it was opened last.
    package func uidValidity(of folder: String) async throws(RemoteError) -> UInt32 {
        try await enter()
        defer { leave() }
        if let opened, opened.folder == folder { return opened.selected.uidValidity }
        return try await open(folder).uidValidity
    }

    @discardableResult
    func open(_ folder: String) async throws(RemoteError) -> IMAPSelected {
        // A server that can't open a folder has none open then.
        opened = nil
        var reader = SelectedReader()
        let command = IMAPCommand("SELECT").adding(folder: folder)
        let end = try await run(capabilities.hasModSeq ? command.adding("(CONDSTORE)") : command) { reader.take($0) }
        reader.take(.condition(end))
        guard reader.isTold else {
            throw link.broken(
                MalformedAnswer(detail: "a folder is opened without its number of messages"), call: "SELECT")
        }
        (opened, isFresh) = ((folder, reader.selected), true)
        return reader.selected
    }

    /// Opens a folder in which something is to be changed.
    /// - Throws: `refused` if nothing can be, which some servers tell only so: a command there they take, and do nothing.
    func openToChange(_ folder: String) async throws(RemoteError) {
        if opened?.folder != folder || opened?.selected.isReadOnly == true { try await open(folder) }
        guard opened?.selected.isReadOnly == true else { return }
        throw RemoteError(
            .refused(status: 0, message: "this mailbox can only be read"), call: "SELECT", type: "forbidden")
    }

    /// Leaves the open folder without expunging anything, as CLOSE would.
    func leaveFolder() async throws(RemoteError) {
        guard opened != nil else { return }
        opened = nil
        if capabilities.names.contains("UNSELECT") || capabilities.names.contains("IMAP4REV2") {
            try await run(IMAPCommand("UNSELECT"))
        } else {
            try await run(IMAPCommand("EXAMINE").adding(folder: FolderName.inbox))
        }
    }
}

/// Gathers what a server tells of a folder that it opens (RFC 9051 §6.3.2).
struct SelectedReader {
    private(set) var selected = IMAPSelected(uidValidity: 0, uidNext: 0, messages: 0)
    /// Whether the number of messages came (RFC 9051 §6.3.2): without it, a folder would seem to be empty.
    private(set) var isTold = false

    mutating func take(_ response: IMAPResponse) {
        switch response {
        case .exists(let count): (selected.messages, isTold) = (Int(clamping: count), true)
        case .condition(let condition): take(condition)
        default: break
        }
    }

    private mutating func take(_ condition: IMAPCondition) {
        switch condition.code {
        // What came before belongs to the folder that was open (RFC 7162 §3.2.11).
        case "CLOSED": self = SelectedReader()
        case "UIDVALIDITY": selected.uidValidity = condition.number.flatMap { UInt32(exactly: $0) } ?? 0
        case "UIDNEXT": selected.uidNext = condition.number.flatMap { UInt32(exactly: $0) } ?? 0
        case "HIGHESTMODSEQ": selected.highestModSeq = IMAPFolderStatus.modSeq(condition.number)
        case "NOMODSEQ": selected.highestModSeq = 0
        case "PERMANENTFLAGS": selected.takesKeywords = condition.arguments.firstRange(of: Array("\\*".utf8)) != nil
        case "READ-ONLY": selected.isReadOnly = true
        default: break
        }
    }
}
