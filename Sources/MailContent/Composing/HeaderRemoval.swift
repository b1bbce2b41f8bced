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
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[end...]
            if line.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) {
                output += line
                break
            }
            let isFolded = line.first == 0x20 || line.first == 0x09
            if !isFolded {
                let field = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
                isRemoving = names.contains(field.trimmingCharacters(in: .whitespaces).lowercased())
            }
            if !isRemoving { output += line }
        }
        return output + rest
    }
}
