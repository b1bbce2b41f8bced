/// Cleans the output of commands, wherever it came from (T-2).
extension CleanText {
    /// Cleans lines of a command's output. Line breaks and tabs are the command's own and stay; all else is as in `line`.
    public static func output(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map { CleanText.line(String($0)) }
                .joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// Returns equivalent JSON without characters that a terminal obeys: DEL, C1 controls and direction marks, which encoders
    /// don't escape, are written as escapes. C0 controls can't occur in JSON.
    public static func json(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: isObeyed) else { return json }
        var result = ""
        for scalar in json.unicodeScalars {
            if isObeyed(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
