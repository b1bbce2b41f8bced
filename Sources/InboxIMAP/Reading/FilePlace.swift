import InboxModel

/// What the id of a file in a message says: which message, and which part of it.
struct FilePlace: Hashable, Sendable {
    var message: RemoteID
    /// As in `ParsedFile.partID`: `1.2`, and `1#2` for the second uuencoded file in a text.
    var section: String

    init(message: RemoteID, section: String) { (self.message, self.section) = (message, section) }

    /// Nil for anything that is no such id.
    init?(_ file: RemoteID) {
        guard let slash = file.rawValue.lastIndex(of: "/"), slash > file.rawValue.startIndex else { return nil }
        section = String(file.rawValue[file.rawValue.index(after: slash)...])
        message = RemoteID(String(file.rawValue[..<slash]))
        guard section.wholeMatch(of: /[0-9]{1,9}(\.[0-9]{1,9}){0,60}(#[0-9]{1,9})?/) != nil else { return nil }
    }

    var id: RemoteID { RemoteID("\(message.rawValue)/\(section)") }

    /// The section that the server knows.
    var partSection: String { String(section.prefix { $0 != "#" }) }
    /// The number of a file in a text.
    var fileInText: String? { section.contains("#") ? String(section.drop { $0 != "#" }.dropFirst()) : nil }
}
