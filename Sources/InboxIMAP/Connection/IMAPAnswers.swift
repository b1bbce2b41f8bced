package import Foundation
package import InboxModel

/// What a server can do beyond IMAP4rev1. Named after the extensions.
package struct IMAPCapabilities: Hashable, Sendable {
    /// In upper case.
    package var names: Set<String>

    package init(_ names: Set<String>) { self.names = names }

    package var hasMove: Bool { names.contains("MOVE") || names.contains("IMAP4REV2") }
    package var hasUIDPlus: Bool { names.contains("UIDPLUS") || names.contains("IMAP4REV2") }
    /// RFC 7162: changes of flags are found by a number.
    package var hasModSeq: Bool { names.contains("CONDSTORE") || names.contains("QRESYNC") }
    package var hasIdle: Bool { names.contains("IDLE") || names.contains("IMAP4REV2") }
    /// RFC 8474: ids of messages and threads that stay when a message moves.
    package var hasObjectID: Bool { names.contains("OBJECTID") }
    /// The same of folders. Cyrus 3.6, which only tells who it is by what nobody else has, writes bytes of its memory into the listing.
    package var hasFolderIDs: Bool { hasObjectID && !names.contains("X-REPLICATION") }
    package var isGmail: Bool { names.contains("X-GM-EXT-1") }
    /// Whether copies of one message can be told without reading them.
    package var namesMessages: Bool { isGmail || hasObjectID }
}

/// A folder as the server lists it.
package struct IMAPFolder: Hashable, Sendable {
    /// The name as the server spells it in commands: modified UTF-7, with its own delimiter.
    package var rawName: String
    /// Decoded, with `/` between levels and without what all names begin with: `Work/2026`. The inbox is `INBOX`.
    package var name: String
    package var delimiter: Character?
    /// By its SPECIAL-USE attribute (RFC 6154), else by its name (`Sent Items`); of several folders that could have a role only one has it.
    package var role: MailboxRole?
    /// What stands in the listing or in the answer to STATUS; nil for a folder that holds no messages (`\Noselect`), which is left out of
    /// the mailboxes.
    package var status: IMAPFolderStatus?
    /// RFC 8474 `MAILBOXID`, if the server has it.
    package var objectID: String?
    package var rights: MailboxRights
    /// Whether it holds messages of which the server tells nothing now: a folder that is damaged, or in use. One that is known stays as it is.
    package var isUntold = false

    package init(
        rawName: String, name: String, delimiter: Character? = "/", role: MailboxRole? = nil,
        status: IMAPFolderStatus? = nil, objectID: String? = nil, rights: MailboxRights = .all
    ) {
        (self.rawName, self.name, self.delimiter, self.role) = (rawName, name, delimiter, role)
        (self.status, self.objectID, self.rights) = (status, objectID, rights)
    }
}

package struct IMAPFolderStatus: Hashable, Sendable {
    package var uidValidity: UInt32
    package var uidNext: UInt32
    package var messages: Int
    package var unseen: Int
    /// 0 if the server keeps none.
    package var highestModSeq: UInt64

    package init(uidValidity: UInt32, uidNext: UInt32, messages: Int, unseen: Int = 0, highestModSeq: UInt64 = 0) {
        (self.uidValidity, self.uidNext, self.messages) = (uidValidity, uidNext, messages)
        (self.unseen, self.highestModSeq) = (unseen, highestModSeq)
    }
}

/// A folder that was opened.
package struct IMAPSelected: Hashable, Sendable {
    package var uidValidity: UInt32
    package var uidNext: UInt32
    package var messages: Int
    package var highestModSeq: UInt64
    /// Whether flags of any name can be set there (`\*` in PERMANENTFLAGS).
    package var takesKeywords: Bool
    package var isReadOnly: Bool

    package init(
        uidValidity: UInt32, uidNext: UInt32, messages: Int, highestModSeq: UInt64 = 0, takesKeywords: Bool = true,
        isReadOnly: Bool = false
    ) {
        (self.uidValidity, self.uidNext, self.messages) = (uidValidity, uidNext, messages)
        (self.highestModSeq, self.takesKeywords, self.isReadOnly) = (highestModSeq, takesKeywords, isReadOnly)
    }
}

/// What tells of a message without reading it.
package struct IMAPOutline: Hashable, Sendable {
    package var uid: UInt32
    /// As the server spells them: `\Seen`, `$Forwarded`.
    package var flags: Set<String>
    /// When the message arrived (INTERNALDATE); nil if the answer tells flags only.
    package var date: Date?

    package init(uid: UInt32, flags: Set<String>, date: Date? = nil) {
        (self.uid, self.flags, self.date) = (uid, flags, date)
    }
}

/// The beginning of a message: enough to list it.
package struct IMAPHead: Hashable, Sendable {
    package var uid: UInt32
    package var flags: Set<String>
    package var date: Date
    /// RFC822.SIZE.
    package var size: Int
    /// The header fields that lists need, with the empty line after them: `IMAPConnection.headFields`.
    package var header: [UInt8]
    /// The beginning of what follows the header.
    package var text: [UInt8]
    /// Its parts, as the server sees them; nil if that can't be understood.
    package var structure: IMAPPart?
    /// X-GM-MSGID or EMAILID.
    package var emailID: String?
    /// X-GM-THRID or THREADID.
    package var threadID: String?

    package init(
        uid: UInt32, flags: Set<String>, date: Date, size: Int, header: [UInt8], text: [UInt8],
        structure: IMAPPart? = nil, emailID: String? = nil, threadID: String? = nil
    ) {
        (self.uid, self.flags, self.date, self.size) = (uid, flags, date, size)
        (self.header, self.text, self.structure) = (header, text, structure)
        (self.emailID, self.threadID) = (emailID, threadID)
    }
}

/// A part of a message as BODYSTRUCTURE describes it (RFC 9051 §7.5.2).
package struct IMAPPart: Hashable, Sendable {
    /// The section number: `1.2`; empty for the root of a multipart.
    package var section: String
    /// In lower case: `text/plain`, `multipart/mixed`.
    package var contentType: String
    /// Names in lower case; values decoded (RFC 2231, RFC 2047).
    package var parameters: [String: String]
    /// Without angle brackets.
    package var contentID: String?
    /// In lower case: `base64`.
    package var encoding: String
    /// In bytes, still encoded.
    package var size: Int
    /// In lower case: `attachment`, `inline`; nil if there is none.
    package var disposition: String?
    /// The file name of the disposition, decoded; nil if there is none.
    package var fileName: String?
    package var parts: [IMAPPart]

    package init(
        section: String, contentType: String, parameters: [String: String] = [:], contentID: String? = nil,
        encoding: String = "7bit", size: Int = 0, disposition: String? = nil, fileName: String? = nil,
        parts: [IMAPPart] = []
    ) {
        (self.section, self.contentType, self.parameters) = (section, contentType, parameters)
        (self.contentID, self.encoding, self.size) = (contentID, encoding, size)
        (self.disposition, self.fileName, self.parts) = (disposition, fileName, parts)
    }
}
