public import InboxModel

/// A file within an attached mail, for which no server has an id.
public struct InnerFile: Hashable, Sendable {
    /// The file, with a generated name where its sender gave none.
    public let file: MessageFile
    public let partID: String

    /// The most files whose content is read for a name; others get a number. Each such name takes a pass through the whole outer mail.
    private static let mostNamed = 20

    /// Returns the files of a mail, in order.
    public static func all(in bytes: [UInt8]) -> [InnerFile] {
        ParsedMessage.parse(bytes).files.enumerated().map { index, part in
            var file = MessageFile(
                remoteID: RemoteID(""), fileName: part.fileName, contentType: part.contentType, size: part.size)
            let looksInside = index < mostNamed && SafeFileName.isNamelessMail(file)
            let start = looksInside ? ParsedMessage.fileContents(of: bytes, partID: part.partID) ?? [] : []
            file.fileName = SafeFileName.of(file, number: index + 1, start: start)
            return InnerFile(file: file, partID: part.partID)
        }
    }

    /// Returns the content of the file, taken from the bytes of the mail.
    public func contents(in bytes: [UInt8]) -> [UInt8] {
        ParsedMessage.fileContents(of: bytes, partID: partID) ?? []
    }
}

extension Message {
    /// The files under the names with which they are shown and saved. A name that is passed on to others holds no path.
    public var namedFiles: [MessageFile] {
        files.enumerated().map { index, file in
            var file = file
            file.fileName = SafeFileName.of(file, number: index + 1)
            return file
        }
    }
}

extension SafeFileName {
    /// The number of bytes at the start of a file in which to look for its name.
    public static let startLength = 64 << 10

    /// Whether the sender gave the file no usable name.
    public static func isNameless(_ file: MessageFile) -> Bool { of(file.fileName, number: 1) == of("", number: 1) }

    public static func isNamelessMail(_ file: MessageFile) -> Bool {
        FileText.isMail(file.contentType) && isNameless(file)
    }

    /// Returns a name as `of(_:number:)` does, but names a nameless mail after its own subject.
    /// - Parameter start: the first `startLength` bytes of the file, or all of them.
    public static func of(_ file: MessageFile, number: Int, start: [UInt8]) -> String {
        guard isNamelessMail(file) else { return of(file, number: number) }
        let subject = ParsedMessage.parse(Array(start.prefix(startLength))).subject
        let isNothing = of(subject, number: number) == of("", number: number)
        return isNothing ? of(file, number: number) : of(subject + ".eml", number: number)
    }
}
