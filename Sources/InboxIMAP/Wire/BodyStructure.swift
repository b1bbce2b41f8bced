import MailContent

/// Reads BODYSTRUCTURE (RFC 9051 §7.5.2).
///
/// Sections are numbered as MailContent numbers the parts of a message: the only part of a simple message is 1, and a message in a message is
/// one part, whatever is in it. Names are decoded by MailContent as well, so that both say the same of a part.
struct BodyStructure {
    /// The charset of the first text, in which programs that don't encode names of files write them, too.
    private var textCharset: String?
    private var count = 0

    /// - Returns: nil if it can't be understood.
    static func part(_ value: IMAPValue) -> IMAPPart? {
        var reader = BodyStructure()
        return reader.part(value, section: "", depth: 0)
    }

    private mutating func part(_ value: IMAPValue, section: String, depth: Int) -> IMAPPart? {
        count += 1
        guard let values = value.list, let first = values.first, count <= MimeLimits.parts,
            depth <= MimeLimits.depth
        else { return nil }
        return first.list == nil
            ? leaf(values, section: section.isEmpty ? "1" : section)
            : multipart(values, section: section, depth: depth)
    }

    private mutating func multipart(_ values: [IMAPValue], section: String, depth: Int) -> IMAPPart? {
        let children = values.prefix { $0.list != nil }
        var parts: [IMAPPart] = []
        for child in children {
            let number = "\(parts.count + 1)"
            guard let part = part(child, section: section.isEmpty ? number : section + "." + number, depth: depth + 1)
            else { return nil }
            parts.append(part)
        }
        let rest = values[children.count...]
        guard let subtype = rest.first?.token else { return nil }
        var part = IMAPPart(section: section, contentType: "multipart/" + subtype, parts: parts)
        part.parameters = names(header("Content-Type: application/octet-stream", rest.dropFirst().first)).parameters
        readDisposition(of: &part, in: rest.dropFirst(2))
        return part
    }

    /// A part without others: type, subtype, parameters, id, description, encoding, size, and what is extra.
    private mutating func leaf(_ values: [IMAPValue], section: String) -> IMAPPart? {
        guard values.count >= 7, let type = values[0].token, let subtype = values[1].token else { return nil }
        // A multipart without parts is read as text by MailContent as well.
        let contentType = type == "multipart" ? "text/plain" : type + "/" + subtype
        var part = IMAPPart(section: section, contentType: contentType)
        let charset = Self.pairs(values[2]).first { $0.name.lowercased() == "charset" }
        if type == "text", textCharset == nil {
            textCharset = charset.map { String(decoding: $0.value, as: UTF8.self) }
        }
        let named = names(header("Content-Type: " + contentType, values[2]) + header("Content-ID:", text: values[3]))
        (part.parameters, part.contentID) = (named.parameters, named.contentID)
        part.encoding = values[5].token ?? "7bit"
        part.size = values[6].size ?? 0
        readDisposition(of: &part, in: values.dropFirst(7))
        return part
    }

    /// The disposition is known by its form, since what stands before it depends on the type, and servers leave some of it out.
    private func readDisposition(of part: inout IMAPPart, in values: ArraySlice<IMAPValue>) {
        let found = values.lazy.compactMap(\.list).first { list in
            guard list.count <= 2, let kind = list.first?.token else { return false }
            return list.count == 2 ? list[1].list != nil || list[1].isNil : ["attachment", "inline"].contains(kind)
        }
        guard let found, let kind = found.first?.token else { return }
        part.disposition = kind
        let parameters = found.count == 2 ? found[1] : nil
        part.fileName = names(header("Content-Disposition: attachment", parameters)).disposition.parameters["filename"]
    }
}

private extension BodyStructure {
    /// What MailContent reads in the headers of a part.
    func names(_ headers: [UInt8]) -> MimePart {
        let tree = MimeTree(LineReader(headers + Array("\r\n".utf8)))
        return tree.parts[0]
    }

    /// A header with parameters, each in a line of its own.
    func header(_ start: String, _ parameters: IMAPValue?) -> [UInt8] {
        var header = Array(start.utf8)
        for (name, value) in Self.pairs(parameters) {
            header += Array(";\r\n \(name)=\"".utf8)
            for byte in inUTF8(value) {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { header.append(UInt8(ascii: "\\")) }
                header.append(byte < 0x20 ? 0x20 : byte)
            }
            header.append(UInt8(ascii: "\""))
        }
        return header + Array("\r\n".utf8)
    }

    func header(_ name: String, text value: IMAPValue) -> [UInt8] {
        guard let bytes = value.bytes else { return [] }
        return Array((name + " ").utf8) + bytes.map { $0 < 0x20 ? 0x20 : $0 } + Array("\r\n".utf8)
    }

    func inUTF8(_ value: [UInt8]) -> [UInt8] {
        guard let textCharset, String(validating: value, as: UTF8.self) == nil else { return value }
        return GMime.text(value[...], charset: textCharset).map { Array($0.text.utf8) } ?? value
    }

    static func pairs(_ value: IMAPValue?) -> [(name: String, value: [UInt8])] {
        let list = value?.list ?? []
        return stride(from: 0, to: list.count - 1, by: 2).compactMap { index in
            guard let name = list[index].text, let value = list[index + 1].bytes, !name.isEmpty,
                name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"=;\"\\:()<>@,/[]?".utf8.contains($0) })
            else { return nil }
            return (name, value)
        }
    }
}

extension IMAPValue {
    /// A type or its like in lower case; nil for a list, NIL, and anything that is no token (RFC 2045 §5.1).
    fileprivate var token: String? {
        guard let text, !text.isEmpty,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !";:\"\\()<>,/[]".utf8.contains($0) })
        else { return nil }
        return text.lowercased()
    }
}
