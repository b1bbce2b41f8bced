import Foundation

/// The transfer encoding of a text part (RFC 2045 §6).
enum DemoEncoding: String, Sendable {
    case sevenBit = "7bit"
    case quotedPrintable = "quoted-printable"
    case base64

    /// Chooses a suitable encoding: plain ASCII stays readable, mostly non-ASCII letters go in base64.
    init(for text: String) {
        var foreign = 0
        var count = 0
        var line = 0
        var longest = 0
        var text = text
        text.withUTF8 { bytes in
            count = bytes.count
            for byte in bytes {
                if byte >= 128 { foreign += 1 }
                if byte == 10 {
                    longest = max(longest, line)
                    line = 0
                } else {
                    line += 1
                }
            }
        }
        longest = max(longest, line)
        if foreign == 0 && longest <= 200 {
            self = .sevenBit
        } else {
            self = foreign * 3 > count ? .base64 : .quotedPrintable
        }
    }

    /// Encodes a text with `\n` line ends as bytes with CRLF; the result ends with a line end.
    func encode(_ text: String) -> [UInt8] {
        switch self {
        case .sevenBit: Self.withNetworkLineEnds(text)
        case .quotedPrintable: Self.quotedPrintable(text)
        case .base64: Self.base64(Self.withNetworkLineEnds(text))
        }
    }

    /// Encodes in lines of 76 characters.
    static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let options: Data.Base64EncodingOptions = [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ]
        return [UInt8](Data(bytes).base64EncodedData(options: options)) + [13, 10]
    }

    private static func withNetworkLineEnds(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { bytes in
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + bytes.count / 16 + 2)
            var start = 0
            for index in 0..<bytes.count where bytes[index] == 10 {
                result.append(contentsOf: bytes[start..<index])
                result.append(13)
                result.append(10)
                start = index + 1
            }
            if start < bytes.count {
                result.append(contentsOf: bytes[start...])
                result.append(13)
                result.append(10)
            }
            return result
        }
    }

    private static func quotedPrintable(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { bytes in
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count * 5 / 4)
            var column = 0
            for index in 0..<bytes.count {
                let byte = bytes[index]
                if byte == 10 {
                    result.append(13)
                    result.append(10)
                    column = 0
                    continue
                }
                let isLast = index + 1 == bytes.count || bytes[index + 1] == 10
                let isLiteral = byte != 61 && ((byte > 32 && byte < 127) || (byte == 32 && !isLast))
                let width = isLiteral ? 1 : 3
                if column + width > 75 {
                    result += [61, 13, 10]
                    column = 0
                }
                if isLiteral {
                    result.append(byte)
                } else {
                    result += [61, hexadecimal(byte >> 4), hexadecimal(byte & 15)]
                }
                column += width
            }
            if column > 0 { result += [13, 10] }
            return result
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? 48 + digit : 55 + digit
    }
}
