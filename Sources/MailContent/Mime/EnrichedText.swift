/// Text with marks for its looks (RFC 1896), as text alone.
package enum EnrichedText {
    /// Types of which `<bold>` and the like are marks.
    package static func isOne(_ type: String) -> Bool { type == "text/enriched" || type == "text/richtext" }

    /// Without its marks; one line break is a blank, of more one is left out.
    package static func plain(_ text: String) -> String {
        // Words of a mark, as the name of a colour, are no text.
        text.replacing(/<<|<param>[^<]{0,200}<\/param>|<\/?[a-z0-9\-]{1,60}>|\n+/.ignoresCase()) { found in
            switch found.output.first {
            case "\n": found.output.count == 1 ? " " : String(found.output.dropFirst())
            default: found.output == "<<" ? "<" : ""
            }
        }
    }
}
