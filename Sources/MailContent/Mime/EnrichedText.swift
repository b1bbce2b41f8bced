/// Converts text with formatting commands (RFC 1896) to plain text.
package enum EnrichedText {
    /// Whether text of this type has commands such as `<bold>`.
    package static func isOne(_ type: String) -> Bool { type == "text/enriched" || type == "text/richtext" }

    /// Returns the text without its commands. A single line break becomes a blank, and several become one fewer.
    package static func plain(_ text: String) -> String {
        // The parameter of a command, such as the name of a colour, is not text.
        text.replacing(/<<|<param>[^<]{0,200}<\/param>|<\/?[a-z0-9\-]{1,60}>|\n+/.ignoresCase()) { found in
            switch found.output.first {
            case "\n": found.output.count == 1 ? " " : String(found.output.dropFirst())
            default: found.output == "<<" ? "<" : ""
            }
        }
    }
}
