import Foundation

/// A part of a message, found by a splitter that owes nothing to what the client uses.
struct ServerPart: Sendable {
    /// Names in lower case, values unfolded; in their order.
    var fields: [(name: String, value: String)] = []
    /// With the empty line.
    var header: [UInt8] = []
    var body: [UInt8] = []
    /// In lower case.
    var type = "text/plain"
    /// Names in lower case.
    var parameters: [(name: String, value: String)] = []
    var parts: [ServerPart] = []

    var isMultipart: Bool { type.hasPrefix("multipart/") }

    /// - Parameter depth: how many levels may still be opened.
    init(_ bytes: [UInt8], depth: Int = 10) {
        let end = Self.endOfHeader(bytes)
        header = Array(bytes[..<end])
        body = Array(bytes[end...])
        fields = Self.fields(header)
        if let value = self["content-type"] {
            let (kind, parameters) = Self.parameters(value)
            if kind.contains("/") { (type, self.parameters) = (kind, parameters) }
        }
        guard depth > 0 else { return }
        if isMultipart, let boundary = parameters.first(where: { $0.name == "boundary" })?.value {
            parts = Self.split(body, at: boundary).map { ServerPart($0, depth: depth - 1) }
        } else if type == "message/rfc822" {
            parts = [ServerPart(body, depth: depth - 1)]
        }
        if isMultipart, parts.isEmpty { type = "text/plain" }
    }

    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The part with a number such as `1.2` below a whole message (RFC 9051 §6.4.5.1).
    func part(_ numbers: ArraySlice<Int>) -> ServerPart? {
        guard let number = numbers.first else { return self }
        if isMultipart {
            guard parts.indices.contains(number - 1) else { return nil }
            let part = parts[number - 1]
            let rest = numbers.dropFirst()
            if rest.isEmpty { return part }
            return part.type == "message/rfc822"
                ? part.parts.first?.part(rest) : part.isMultipart ? part.part(rest) : nil
        }
        guard number == 1 else { return nil }
        let rest = numbers.dropFirst()
        return rest.isEmpty ? self : type == "message/rfc822" ? parts.first?.part(rest) : nil
    }

    static func fields(_ header: [UInt8]) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for line in lines(header).map({ String(decoding: $0, as: UTF8.self) }) {
            if let first = line.first, first == " " || first == "\t", !fields.isEmpty {
                fields[fields.count - 1].value += " " + line.trimmingCharacters(in: .whitespaces)
            } else if let colon = line.firstIndex(of: ":") {
                let name = line[..<colon].lowercased().trimmingCharacters(in: .whitespaces)
                fields.append((name, line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)))
            }
        }
        return fields
    }

    /// Without their ends.
    static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.last == 0x0D ? Array(line.dropLast()) : Array(line)
        }
    }
}

extension ServerPart {
    private static func endOfHeader(_ bytes: [UInt8]) -> Int {
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count - 1
            let line = bytes[start...end].filter { $0 != 0x0D && $0 != 0x0A }
            if line.isEmpty { return end + 1 }
            start = end + 1
        }
        return bytes.count
    }

    /// `text/plain; charset="utf-8"`.
    static func parameters(_ value: String) -> (String, [(name: String, value: String)]) {
        var (words, word, isQuoted, isEscaped) = ([String](), "", false, false)
        for character in value {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ";", !isQuoted {
                words.append(word)
                word = ""
            } else {
                word.append(character)
            }
        }
        words.append(word)
        let parameters = words.dropFirst().compactMap { word -> (name: String, value: String)? in
            guard let equals = word.firstIndex(of: "=") else { return nil }
            let name = word[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
            return (name, word[word.index(after: equals)...].trimmingCharacters(in: .whitespaces))
        }
        return ((words.first ?? "").trimmingCharacters(in: .whitespaces).lowercased(), parameters)
    }

    /// What stands between the boundaries, without the line end before each.
    private static func split(_ body: [UInt8], at boundary: String) -> [[UInt8]] {
        let mark = Array("--\(boundary)".utf8)
        var (parts, part, isInside) = ([[UInt8]](), [UInt8](), false)
        func closed(_ part: [UInt8]) -> [UInt8] {
            var part = part
            if part.last == 0x0A { part.removeLast() }
            if part.last == 0x0D { part.removeLast() }
            return part
        }
        for line in body.split(separator: 0x0A, omittingEmptySubsequences: false) {
            var end = line[...]
            while let last = end.last, [0x0D, 0x20, 0x09].contains(last) { end = end.dropLast() }
            let isLast = Array(end) == mark + [0x2D, 0x2D]
            if Array(end) == mark || isLast {
                if isInside { parts.append(closed(part)) }
                (part, isInside) = ([], !isLast)
                if isLast { return parts }
            } else if isInside {
                part += line + [0x0A]
            }
        }
        if isInside {
            // There is no line end after the last piece of the split.
            part.removeLast(part.isEmpty ? 0 : 1)
            parts.append(part)
        }
        return parts
    }
}
