public import InboxModel

/// A file within a mail that is itself a file: no server knows it by an id.
public struct InnerFile: Hashable, Sendable {
    /// With a name, also where its sender gave none.
    public let file: MessageFile
    public let partID: String

    /// Files beyond these are called by their numbers alone: each name of a mail costs a look into all of the outer one.
    private static let mostNamed = 20

    /// The files of a mail, in order.
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

    /// Its bytes, taken from those of the mail.
    public func contents(in bytes: [UInt8]) -> [UInt8] {
        ParsedMessage.fileContents(of: bytes, partID: partID) ?? []
    }
}

extension Message {
    /// Its files, each by the name under which it is shown and saved: what goes on to others carries no path.
    public var namedFiles: [MessageFile] {
        files.enumerated().map { index, file in
            var file = file
            file.fileName = SafeFileName.of(file, number: index + 1)
            return file
        }
    }
}

extension SafeFileName {
    /// As many bytes of a file as its name may be looked for in.
    public static let startLength = 64 << 10

    /// Whether its sender gave it no name that can be kept.
    public static func isNameless(_ file: MessageFile) -> Bool { of(file.fileName, number: 1) == of("", number: 1) }

    public static func isNamelessMail(_ file: MessageFile) -> Bool {
        FileText.isMail(file.contentType) && isNameless(file)
    }

    /// As `of(_:number:)`; a mail without a name is called by its own subject.
    /// - Parameter start: the first `startLength` bytes of the file, or all of them.
    public static func of(_ file: MessageFile, number: Int, start: [UInt8]) -> String {
        guard isNamelessMail(file) else { return of(file, number: number) }
        let subject = ParsedMessage.parse(Array(start.prefix(startLength))).subject
        let isNothing = of(subject, number: number) == of("", number: number)
        return isNothing ? of(file, number: number) : of(subject + ".eml", number: number)
    }
}
