import Foundation

/// Takes header fields out of a message (RFC 5322 §2.2), their folded lines included, byte for byte otherwise.
package enum HeaderRemoval {
    /// Those that tell of blind copies.
    package static let blindCopies: Set = ["bcc", "resent-bcc"]

    /// - Parameter names: in small letters.
    package static func removing(_ names: Set<String>, from bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var rest = bytes[...]
        var isRemoving = false
        while !rest.isEmpty {
            let line = rest[..<lineEnd(rest)]
            // Where the headers end for whoever reads the message they end here, too: what follows is its text.
            let isFolded = line.first == 0x20 || line.first == 0x09
            guard isFolded || output.isEmpty && line.starts(with: Array("From ".utf8)) || hasName(line) else { break }
            rest = rest[line.endIndex...]
            if !isFolded {
                let field = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
                isRemoving = names.contains(field.trimmingCharacters(in: .whitespaces).lowercased())
            }
            if !isRemoving { output += line }
        }
        return output + rest
    }

    /// Behind the line's end: LF, CR LF, or CR alone, as some old programs write.
    private static func lineEnd(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return bytes.endIndex }
        let next = end + 1
        return bytes[end] == 0x0D && next < bytes.endIndex && bytes[next] == 0x0A ? next + 1 : next
    }

    private static func hasName(_ line: ArraySlice<UInt8>) -> Bool {
        let name = line.prefix { (0x21...0x7E).contains($0) && $0 != 0x3A }
        let rest = line[name.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
        return !name.isEmpty && rest.first == 0x3A
    }
}
