package import Foundation
package import InboxModel
package import InboxRemote

/// A signed-in connection to an IMAP server. Commands run one after the other, in the order of the calls; each call that names a folder
/// opens it first unless it is open. UIDs that a folder does not have (any more) are left out of answers without an error (RFC 9051 §6.4.9).
///
/// - Throws everywhere: `unreachable`, `cancelled`, or what the server refused (`notFound` for a folder that is not there). After any error
///   but a refusal, the connection is of no use any more.
package actor IMAPConnection {
    /// The header fields of `IMAPHead.header`.
    package static let headFields = [
        "Date", "From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Subject", "Message-ID", "In-Reply-To", "References",
        "List-Id", "Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "MIME-Version",
    ]
    /// How much of a text `heads` asks for.
    package static let headText = 3072

    package let capabilities: IMAPCapabilities

    /// Asks what the server can do, and makes it report changes by number if it can (ENABLE).
    package init(_ stream: ByteStream, clock: any Clock<Duration> = ContinuousClock()) async throws(RemoteError) {
        fatalError("to do")
    }

    /// All folders that can be opened, with their status: in one command where the server has LIST-STATUS, else one for each, sent together.
    package func folders() async throws(RemoteError) -> [IMAPFolder] { fatalError("to do") }

    package func status(of folder: String) async throws(RemoteError) -> IMAPFolderStatus { fatalError("to do") }

    /// Opens a folder, also if it is open. Here and below, folders are raw names.
    package func select(_ folder: String) async throws(RemoteError) -> IMAPSelected { fatalError("to do") }

    /// Whether the folder's UIDs have been given anew since, so that those known are of no use: the UIDVALIDITY when it was opened last.
    package func uidValidity(of folder: String) async throws(RemoteError) -> UInt32 { fatalError("to do") }

    /// - Parameter changedSince: only messages whose flags changed after this number (RFC 7162); nil for all.
    /// - Parameter uids: `1:*` if nil.
    package func outlines(in folder: String, _ uids: UIDSet?, changedSince: UInt64? = nil)
        async throws(RemoteError) -> [IMAPOutline]
    { fatalError("to do") }

    /// The same for everything from a UID on, which is empty if there is none that high.
    package func outlines(in folder: String, from uid: UInt32) async throws(RemoteError) -> [IMAPOutline] {
        fatalError("to do")
    }

    /// All UIDs of a folder.
    package func uids(in folder: String) async throws(RemoteError) -> UIDSet { fatalError("to do") }

    /// - Parameter key: a search key in ASCII, such as `HEADER Message-ID "<a@b>"` (RFC 9051 §6.4.4), with nothing in it that a sender chose,
    ///   except through `quoted`.
    package func search(in folder: String, _ key: String) async throws(RemoteError) -> UIDSet { fatalError("to do") }

    /// A text as a quoted string; nil if it has other than printable ASCII characters.
    package static func quoted(_ text: String) -> String? {
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    package func heads(in folder: String, _ uids: UIDSet) async throws(RemoteError) -> [IMAPHead] {
        fatalError("to do")
    }

    /// A section of messages, without marking them as read.
    /// - Parameters:
    ///   - section: as in `BODY.PEEK[…]`: empty for the whole message, `1.2`, `1.2.MIME`, `HEADER`.
    ///   - range: a stretch of its bytes; what is behind its end is left out.
    package func bytes(in folder: String, _ uids: UIDSet, section: String, _ range: Range<Int>? = nil)
        async throws(RemoteError) -> [UInt32: [UInt8]]
    { fatalError("to do") }

    /// Sets and removes flags.
    package func store(in folder: String, _ uids: UIDSet, add: Set<String>, remove: Set<String>)
        async throws(RemoteError)
    { fatalError("to do") }

    /// - Returns: the new UID of each old one (COPYUID), with the UIDVALIDITY there; nil if the server does not tell.
    package func copy(in folder: String, _ uids: UIDSet, to target: String) async throws(RemoteError)
        -> IMAPCopied?
    { fatalError("to do") }

    /// Only with `hasMove`.
    package func move(in folder: String, _ uids: UIDSet, to target: String) async throws(RemoteError)
        -> IMAPCopied?
    { fatalError("to do") }

    /// Deletes messages for good: sets `\Deleted` and expunges just these (UIDPLUS). Where the server can only expunge all that is so
    /// marked, they stay marked.
    package func delete(in folder: String, _ uids: UIDSet) async throws(RemoteError) { fatalError("to do") }

    /// - Returns: where the message is (APPENDUID); nil if the server does not tell.
    package func append(_ bytes: [UInt8], to folder: String, flags: Set<String>, date: Date?)
        async throws(RemoteError) -> IMAPAppended?
    { fatalError("to do") }

    /// Creates a folder and subscribes to it.
    package func create(_ folder: String) async throws(RemoteError) { fatalError("to do") }
    package func rename(_ folder: String, to name: String) async throws(RemoteError) { fatalError("to do") }
    package func deleteFolder(_ folder: String) async throws(RemoteError) { fatalError("to do") }

    /// The server's spelling of a folder's name: the inverse of `IMAPFolder.name`.
    /// - Throws: `refused` for a name that no folder can have.
    package static func rawName(_ name: String, delimiter: Character?) throws(RemoteError) -> String {
        guard let raw = FolderName.raw(name, delimiter: delimiter) else {
            throw RemoteError(.refused(status: 0, message: "no folder can have this name here"), call: "CREATE")
        }
        return raw
    }

    /// Waits until something happens in a folder (IDLE, RFC 2177), or for some time.
    /// - Returns: whether anything happened.
    package func wait(in folder: String, atMost: Duration) async throws(RemoteError) -> Bool { fatalError("to do") }

    /// Hangs up. What runs fails as `unreachable`.
    package func close() { fatalError("to do") }
}

package struct IMAPCopied: Hashable, Sendable {
    package var uidValidity: UInt32
    package var uids: [UInt32: UInt32]

    package init(uidValidity: UInt32, uids: [UInt32: UInt32]) {
        (self.uidValidity, self.uids) = (uidValidity, uids)
    }
}

package struct IMAPAppended: Hashable, Sendable {
    package var uidValidity: UInt32
    package var uid: UInt32

    package init(uidValidity: UInt32, uid: UInt32) { (self.uidValidity, self.uid) = (uidValidity, uid) }
}
