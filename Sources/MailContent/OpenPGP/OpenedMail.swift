public import InboxModel

/// What lay in an encrypted message, or under a signature. What was encrypted stays in memory: whoever has it keeps it nowhere.
public struct OpenedMail: Sendable {
    /// As a part of MIME; nil where it is text only.
    public var bytes: [UInt8]?
    public var body: MessageBody
    /// The subject that its sender hid from servers; empty where there is none.
    public var subject = ""
    public var files: [ParsedFile] = []
    /// The signature that was encrypted with it.
    public var signed: SealedMail?

    /// - Parameter part: a part of MIME with its headers.
    public init(part bytes: [UInt8]) {
        self.bytes = bytes
        let outer = ParsedMessage.parse(bytes)
        var inner = outer
        if let sealed = SealedMail(bytes), case .signed(let content, _) = sealed.seal {
            signed = sealed
            // What is said to be signed is read from what was signed.
            if sealed.isWhole { inner = ParsedMessage.parse(content) }
        }
        body = inner.body
        body.problems = inner.problems
        files = inner.files
        subject = inner.subject
    }

    /// - Parameter text: what stood encrypted in a text.
    public init(text: [UInt8]) {
        body = MessageBody(plain: TextDecoder(text, charset: nil).text.withLineFeeds())
    }
}

extension StyledText {
    /// The same with no way to anything on another server but links that are followed by hand: what is encrypted must not leave
    /// through the address of a picture.
    public var withoutRemotePictures: StyledText {
        var text = self
        let kept = text.pictures.indices.filter { if case .remote = text.pictures[$0].source { false } else { true } }
        let numbers = Dictionary(uniqueKeysWithValues: zip(kept, 0...))
        text.pictures = kept.map { pictures[$0] }
        for line in text.lines.indices { text.lines[line].renumberPictures(numbers) }
        return text
    }
}

extension StyledText.Line {
    /// - Parameter numbers: the new numbers of the pictures that stay.
    fileprivate mutating func renumberPictures(_ numbers: [Int: Int]) {
        for run in runs.indices { runs[run].picture = runs[run].picture.flatMap { numbers[$0] } }
        guard var lines = unrolled?.lines else { return }
        for line in lines.indices { lines[line].renumberPictures(numbers) }
        unrolled?.lines = lines
    }
}
