package import InboxModel

/// The part of a message that OpenPGP or S/MIME signed or encrypted, found in its bytes (RFC 3156, RFC 8551). Only the keys tell whether
/// it is genuine.
package struct SealedMail: Hashable, Sendable {
    package enum Seal: Hashable, Sendable {
        /// - Parameters:
        ///   - content: the exact bytes of the signed part with its headers: lines end in CRLF (RFC 3156 §5).
        ///   - signature: as received, armored or not.
        case signed(content: [UInt8], signature: [UInt8])
        /// The encrypted content is a whole MIME entity.
        case encrypted([UInt8])
        /// The encrypted content is inline in the text, and is itself only text.
        case inline([UInt8])
        /// The signed content is inline in the text; anything around it is unsigned.
        case clear(ClearSigned)
        /// The signature encloses what it signs (RFC 8551 §3.5.2).
        case opaque([UInt8])
    }

    package var kind = SealKind.openpgp
    package var seal: Seal
    /// Whether a reader is shown nothing from outside the seal.
    package var isWhole: Bool

    /// The most bytes of a signature.
    static let largestSignature = 256 << 10

    /// - Parameter kinds: those that are looked for.
    /// - Returns: `nil` when there is no seal. A seal deeper than the outermost part counts as having text outside of it.
    package init?(_ bytes: [UInt8], kinds: Set<SealKind> = Set(SealKind.allCases)) {
        let bytes = ParsedMessage.withLineFeeds(bytes)
        let tree = MimeTree(LineReader(bytes))
        for (index, part) in tree.parts.enumerated() where part.isMultipart {
            if let (kind, signed) = Self.signed(part, tree, bytes), kinds.contains(kind) {
                (self.kind, seal, isWhole) = (kind, signed, index == 0)
                return
            }
            if kinds.contains(.openpgp), let (encrypted, isAlone) = Self.encrypted(part, tree, bytes) {
                (seal, isWhole) = (encrypted, index == 0 && isAlone)
                return
            }
        }
        if kinds.contains(.smime), let (file, isAlone) = Self.cms(tree, bytes) {
            (kind, seal, isWhole) = (.smime, file, isAlone)
            return
        }
        guard kinds.contains(.openpgp) else { return nil }
        for index in tree.leaves where tree.parts[index].contentType == "text/plain" {
            let content = PartContent(of: tree.parts[index], in: bytes).bytes
            guard let armor = Armor.message(in: content) else { continue }
            seal = .inline(armor.bytes)
            isWhole = tree.parts.count == 1 && armor.isAlone
            return
        }
        let texts = BodySelection(tree)
        for index in tree.leaves where tree.parts[index].contentType == "text/plain" {
            let part = tree.parts[index]
            let signed = ClearSigned(
                in: PartContent(of: part, in: bytes).bytes, charset: part.parameters["charset"],
                isOnlyText: Set(texts.plain + texts.html) == [index])
            guard let signed else { continue }
            seal = .clear(signed)
            isWhole = tree.parts.count == 1 && signed.isAlone
            return
        }
        return nil
    }

    /// Whether a message may be signed, so that its bytes are worth fetching.
    /// - Parameters:
    ///   - types: of the files that the server lists.
    ///   - text: the text as a reader shows it; `nil` where it is not available.
    ///   - kinds: those that are looked for.
    package static func mayBeSigned(
        files types: [String], text: StyledText? = nil, kinds: Set<SealKind> = Set(SealKind.allCases)
    ) -> Bool {
        types.contains { type in signatureTypes[type.lowercased()].map { kinds.contains($0) } ?? false }
            || kinds.contains(.openpgp) && text?.lines.contains { $0.text == ClearSigned.begin } == true
    }

    private static let signatureTypes: [String: SealKind] = [
        "application/pgp-signature": .openpgp, "application/pkcs7-signature": .smime,
        "application/x-pkcs7-signature": .smime,
    ]

    /// Whether a message may be encrypted with OpenPGP, so that its bytes are worth fetching.
    package static func mayBeEncrypted(files types: [String], text: StyledText?) -> Bool {
        types.contains { $0.lowercased() == "application/pgp-encrypted" }
            || text?.lines.contains { $0.text == Armor.begin } == true
    }
}

private extension SealedMail {
    static func signed(_ part: MimePart, _ tree: MimeTree, _ bytes: [UInt8]) -> (SealKind, Seal)? {
        guard part.contentType == "multipart/signed", part.children.count == 2 else { return nil }
        let (content, signature) = (tree.parts[part.children[0]], tree.parts[part.children[1]])
        guard let kind = signatureTypes[signature.contentType] else { return nil }
        let proof = PartContent(of: signature, in: bytes).bytes
        guard !proof.isEmpty, proof.count <= largestSignature else { return nil }
        let end = end(beforeDelimiterAbove: signature.start, in: bytes)
        guard content.start < end else { return nil }
        return (kind, .signed(content: canonical(bytes[content.start..<end]), signature: proof))
    }

    /// Finds encrypted content. Some servers turn it into another multipart in transit; the two parts still follow each other, after an
    /// empty text.
    static func encrypted(_ part: MimePart, _ tree: MimeTree, _ bytes: [UInt8]) -> (Seal, isAlone: Bool)? {
        let types = part.children.map { tree.parts[$0].contentType }
        guard let version = types.firstIndex(of: "application/pgp-encrypted"), version + 1 < types.count,
            types[version + 1] == "application/octet-stream"
        else { return nil }
        let data = PartContent(of: tree.parts[part.children[version + 1]], in: bytes).bytes
        guard !data.isEmpty else { return nil }
        let others = part.children[..<version] + part.children[(version + 2)...]
        let isAlone = others.allSatisfy { index in
            let other = tree.parts[index]
            return other.contentType == "text/plain"
                && PartContent(of: other, in: bytes).bytes.allSatisfy { $0 <= 0x20 }
        }
        return (.encrypted(data), isAlone)
    }

    /// Returns the end of a part before a delimiter: the line break before the delimiter is not the part's (RFC 2046 §5.1.1).
    /// - Parameter next: the index of the line after the delimiter.
    static func end(beforeDelimiterAbove next: Int, in bytes: [UInt8]) -> Int {
        guard next > 0, let last = bytes[..<(next - 1)].lastIndex(of: 0x0A) else { return 0 }
        return last > 0 && bytes[last - 1] == 0x0D ? last - 1 : last
    }

    static func canonical(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 40)
        var before: UInt8 = 0
        for byte in bytes {
            if byte == 0x0A, before != 0x0D { result.append(0x0D) }
            result.append(byte)
            before = byte
        }
        return result
    }
}
