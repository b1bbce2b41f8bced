package import InboxModel

/// Parts that are a file of S/MIME (RFC 8551).
extension SealedMail {
    /// Whether the files of a message may hold what was signed or encrypted with S/MIME. Only its bytes tell which.
    package static func mayBeCMS(_ files: [MessageFile]) -> Bool {
        files.contains { file in
            let isAlone = files.count == 1 && FileText.isSealed(file.contentType)
            return isAlone || isCMS(type: file.contentType, name: file.fileName)
        }
    }

    /// Whether a part beside others is one. A document that somebody signed, such as `invoice.pdf.p7m`, is a file like others.
    private static func isCMS(type: String, name: String) -> Bool {
        let name = name.lowercased()
        return name == "smime.p7m" || name.isEmpty && FileText.isSealed(type)
    }

    /// Finds the first part that is a file of S/MIME, whatever its headers call it.
    static func cms(_ tree: MimeTree, _ bytes: [UInt8]) -> (Seal, isWhole: Bool)? {
        for index in tree.leaves {
            let part = tree.parts[index]
            let isAlone = tree.parts.count == 1 && FileText.isSealed(part.contentType)
            guard isAlone || isCMS(type: part.contentType, name: part.fileName) else { continue }
            let data = PartContent(of: part, in: bytes).bytes
            switch CMSType(data) {
            case .signed: return (.opaque(data), tree.parts.count == 1)
            case .encrypted: return (.encrypted(data), tree.parts.count == 1)
            case nil: continue
            }
        }
        return nil
    }
}
