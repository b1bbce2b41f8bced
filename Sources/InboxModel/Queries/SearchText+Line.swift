extension SearchText {
    /// Returns the words of a text separated by single blanks, the form of the index and of sort keys.
    package static func line(_ text: String) -> String {
        asciiLine(text) ?? words(text).joined(separator: " ")
    }

    /// A fast path for ASCII, which most mail is; returns nil for any other text.
    private static func asciiLine(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes -> String? in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return String(unsafeUninitializedCapacity: bytes.count) { line in
                var count = 0
                var isBetween = false
                for byte in bytes {
                    let letter = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
                    guard letter &- UInt8(ascii: "a") < 26 || letter &- UInt8(ascii: "0") < 10 else {
                        isBetween = count > 0
                        continue
                    }
                    if isBetween {
                        line[count] = UInt8(ascii: " ")
                        count += 1
                        isBetween = false
                    }
                    line[count] = letter
                    count += 1
                }
                return count
            }
        }
    }
}
