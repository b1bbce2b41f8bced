import Foundation

/// Splits a multipart/form-data body into its parts (RFC 7578).
enum MultipartForm {
    struct Part: Equatable, Sendable {
        var fileName: String?
        var contentType: String?
        var content: [UInt8]
    }

    static func boundary(in contentType: String) -> String? {
        guard contentType.lowercased().hasPrefix("multipart/") else { return nil }
        return parameters(contentType)["boundary"]
    }

    /// Returns the parts in order, without the text before the first boundary and after the last (RFC 2046 §5.1.1).
    static func parts(_ body: [UInt8], boundary: String) -> [Part] {
        let mark = Array("--\(boundary)".utf8)
        let places = lineStarts(of: mark, in: body)
        return zip(places, places.dropFirst()).compactMap { place, next in
            let start = place + mark.count
            // "--" after the boundary ends the form.
            if body[start...].starts(with: Array("--".utf8)) { return nil }
            guard let line = body[start..<next].firstIndex(of: 0x0A) else { return nil }
            return part(body[(line + 1)..<next])
        }
    }

    /// Returns where boundaries start lines, followed by the end of the body in case the last boundary is missing.
    private static func lineStarts(of mark: [UInt8], in body: [UInt8]) -> [Int] {
        var places: [Int] = []
        var line = 0
        while line < body.count {
            if body[line] == mark[0], body[line...].starts(with: mark) { places.append(line) }
            guard let end = body[line...].firstIndex(of: 0x0A) else { break }
            line = end + 1
        }
        return places + [body.count]
    }

    private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
        var part = Part(content: [])
        var line = bytes.startIndex
        while line < bytes.endIndex {
            let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.endIndex - 1
            let text = String(decoding: bytes[line..<end], as: UTF8.self).trimmingCharacters(
                in: .whitespacesAndNewlines)
            line = end + 1
            if text.isEmpty { break }
            let halves = text.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard halves.count == 2 else { continue }
            switch halves[0].lowercased() {
            case "content-disposition":
                let values = parameters(halves[1])
                part.fileName = values["filename*"].map(extended) ?? values["filename"].map(asTyped)
            case "content-type": part.contentType = halves[1]
            default: break
            }
        }
        var content = bytes[min(line, bytes.endIndex)...]
        if content.last == 0x0A { content = content.dropLast() }
        if content.last == 0x0D { content = content.dropLast() }
        part.content = Array(content)
        return part
    }

    /// Decodes quotation marks and line ends in a name as forms encode them (HTML, multipart form data).
    private static func asTyped(_ name: String) -> String {
        [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")].reduce(name) { $0.replacing($1.0, with: $1.1) }
    }

    /// Returns the `name=value` pairs of a header, with quoted or unquoted values (RFC 2045 §5.1).
    private static func parameters(_ header: String) -> [String: String] {
        var result: [String: String] = [:]
        var rest = header.drop { $0 != ";" }
        while !rest.isEmpty {
            rest = rest.drop { $0 == ";" || $0.isWhitespace }
            guard let equals = rest.firstIndex(of: "=") else { break }
            let name = rest[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
            rest = rest[rest.index(after: equals)...]
            var value = ""
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let character = rest.popFirst(), character != "\"" {
                    if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
                        rest = rest.dropFirst()
                        value.append(next)
                    } else {
                        value.append(character)
                    }
                }
                rest = rest.drop { $0 != ";" }
            } else {
                value = rest.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
                rest = rest.drop { $0 != ";" }
            }
            if result[name] == nil { result[name] = value }
        }
        return result
    }

    /// Decodes `utf-8''na%C3%AFve.txt` (RFC 8187 §3.2).
    private static func extended(_ value: String) -> String {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return value }
        return String(parts[2]).removingPercentEncoding ?? String(parts[2])
    }
}
