package import InboxModel
import MailContent

extension MessageSeal {
    /// - Parameters:
    ///   - body: the server's text; nil where it is unavailable.
    ///   - decrypts: whether to decrypt an encrypted message.
    ///   - terminal: where gpg may ask for a passphrase.
    ///   - source: asked only where something seems to be sealed.
    /// - Returns: nil where nothing is sealed.
    /// - Throws: when decrypting fails.
    package static func of(
        _ message: Message, _ body: MessageBody?, _ memory: SealMemory, decrypts: Bool, terminal: String?,
        source: SealMemory.Source
    ) async throws(SealMemory.Failure) -> MessageSeal? {
        let types = message.files.map(\.contentType)
        let text = body.map(BodyChoice.preferred)
        let kinds = memory.kinds
        var (look, kind) = (SealMemory.Look.nothing, SealKind.openpgp)
        if kinds.contains(.openpgp), SealedMail.mayBeEncrypted(files: types, text: text) {
            look = .encrypted
        } else if kinds.contains(.smime) && SealedMail.mayBeCMS(message.files)
            || SealedMail.mayBeSigned(files: types, text: text, kinds: kinds)
        {
            (look, kind) = (await memory.look(at: message, source), .smime)
        }
        switch look {
        case .nothing: return nil
        case .encrypted:
            guard decrypts else { return MessageSeal(json: SealJSON(encrypted: true, kind), lines: ["encrypted"]) }
            return MessageSeal(try await memory.open(message, source, terminal: terminal))
        case .signed(let check):
            let json = SealJSON(check.verdict, isWhole: check.isWhole, check.kind)
            return MessageSeal(
                json: json, lines: [check.verdict.words(isWhole: check.isWhole, of: check.kind)], body: check.body)
        }
    }
}
