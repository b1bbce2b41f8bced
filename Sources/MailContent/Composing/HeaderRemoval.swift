package import Foundation

/// Removes header fields and their folded lines from a message (RFC 5322 §2.2). All other bytes stay as they are.
package enum HeaderRemoval {
    /// The names of the fields that reveal blind copies.
    package static let blindCopies: Set = ["bcc", "resent-bcc"]

    /// - Parameter names: in lower case.
    package static func removing(_ names: Set<String>, from bytes: [UInt8]) -> [UInt8] {
        let end = HeaderBlock.end(of: bytes).end
        // A message whose lines end in a bare CR has no LF in its header. In any other message, a bare CR is an ordinary character.
        let hasOldEnds = !bytes[..<end].contains(0x0A)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var position = 0
        var isRemoving = false
        while position < end {
            let line = bytes[position..<lineEnd(bytes[position..<end])]
            let content = line.prefix { $0 != 0x0A && $0 != 0x0D }
            if hasOldEnds, content.isEmpty { break }
            switch HeaderBlock.kind(of: content, isFirst: position == 0) {
            case .field(let colon):
                let name = String(decoding: content[..<colon], as: UTF8.self)
                isRemoving = names.contains(name.trimmingCharacters(in: .whitespaces).lowercased())
            case .separator, .other: isRemoving = false
            case .folded: break
            }
            if !isRemoving {
                output += line
            } else if line.last == 0x0A, output.last == 0x0D {
                // Completes the line end of the kept line before.
                output.append(0x0A)
            }
            position = line.endIndex
        }
        return output + bytes[position...]
    }

    /// Returns the same message with another Date.
    package static func dated(_ date: Date, _ bytes: [UInt8]) -> [UInt8] {
        let lineEnd = bytes.firstIndex(of: 0x0A).map { $0 > 0 && bytes[$0 - 1] == 0x0D } == false ? "\n" : "\r\n"
        return Array("Date: \(HeaderDate.text(date))\(lineEnd)".utf8) + removing(["date"], from: bytes)
    }

    /// Returns the index after the line end: LF, CR LF, or the bare CR that some old programs write.
    private static func lineEnd(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return bytes.endIndex }
        let next = end + 1
        return bytes[end] == 0x0D && next < bytes.endIndex && bytes[next] == 0x0A ? next + 1 : next
    }
}
