package import InboxModel

/// The content of an encrypted or signed message. Callers must keep decrypted content in memory only.
package struct OpenedMail: Sendable {
    /// The content as a MIME entity; `nil` where it is only text.
    package var bytes: [UInt8]?
    package var body: MessageBody
    /// The subject that the sender hid from servers; empty where there is none.
    package var subject = ""
    package var files: [ParsedFile] = []
    /// The signature inside the encryption.
    package var signed: SealedMail?

    /// - Parameters:
    ///   - part: a MIME entity with its headers.
    ///   - kinds: those of signatures that are looked for inside.
    package init(part bytes: [UInt8], kinds: Set<SealKind> = Set(SealKind.allCases)) {
        self.bytes = bytes
        let outer = ParsedMessage.parse(bytes)
        var inner = outer
        if let sealed = SealedMail(bytes, kinds: kinds) {
            switch sealed.seal {
            case .signed(let content, _):
                signed = sealed
                // Content that counts as signed is read from the signed bytes.
                if sealed.isWhole { inner = ParsedMessage.parse(content) }
            case .opaque(let data):
                signed = sealed
                if sealed.isWhole, let content = SignedContent.part(in: data) { inner = ParsedMessage.parse(content) }
            case .encrypted, .inline, .clear: break
            }
        }
        body = inner.body
        body.problems = inner.problems
        files = inner.files
        subject = inner.subject
    }

    /// - Parameter text: the decrypted content of an encrypted text.
    package init(text: [UInt8]) {
        body = MessageBody(plain: TextDecoder(text, charset: nil).text.withLineFeeds())
    }
}

extension StyledText {
    /// The text without pictures on other servers, so that only links that the reader opens lead there: encrypted content must not leak
    /// through the URL of a picture.
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
    /// - Parameter numbers: the new indices of the pictures that stay.
    fileprivate mutating func renumberPictures(_ numbers: [Int: Int]) {
        for run in runs.indices { runs[run].picture = runs[run].picture.flatMap { numbers[$0] } }
        guard var lines = unrolled?.lines else { return }
        for line in lines.indices { lines[line].renumberPictures(numbers) }
        unrolled?.lines = lines
    }
}
