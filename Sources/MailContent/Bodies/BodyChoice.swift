public import InboxModel

/// Chooses which of a message's two texts is shown and searched.
public enum BodyChoice {
    /// Returns the HTML when there is no plain text, when the plain text is a single line while the HTML has several, when it is far
    /// shorter, or when it only refers to the HTML; otherwise the plain text.
    public static func preferred(_ body: MessageBody) -> StyledText { preferred(body, keepsTabs: false) }

    /// Returns the same for an answer: plain text keeps its tabs, which become blanks on a screen.
    public static func forAnswering(_ body: MessageBody) -> StyledText { preferred(body, keepsTabs: true) }

    private static func preferred(_ body: MessageBody, keepsTabs: Bool) -> StyledText {
        guard let html = body.html, !html.isEmpty else { return read(body.plain ?? "", keepsTabs) }
        if let plain = PlainAsHTML.unwrapped(html) { return read(plain, keepsTabs) }
        let fromHTML = StyledText(html: html)
        guard let plain = body.plain, !isBlank(plain) else { return fromHTML }
        return isPoorer(plain, than: fromHTML) ? fromHTML : StyledText(plain: plain, keepsTabs: keepsTabs)
    }

    /// Returns the HTML, unless it is missing or only wraps plain text; otherwise the preferred text. For the key that switches.
    public static func html(_ body: MessageBody) -> StyledText {
        guard let html = body.html, !html.isEmpty, PlainAsHTML.unwrapped(html) == nil else { return preferred(body) }
        return StyledText(html: html)
    }

    /// Returns the HTML including what its sender hid; `nil` when there is no HTML.
    public static func revealed(_ body: MessageBody) -> StyledText? {
        guard let html = body.html, !html.isEmpty, PlainAsHTML.unwrapped(html) == nil else { return nil }
        return StyledText(html: html, revealsHidden: true)
    }

    /// Returns the plain text when there is any; otherwise the HTML.
    public static func plain(_ body: MessageBody) -> StyledText {
        guard let plain = body.plain, !isBlank(plain) else { return preferred(body) }
        return StyledText(plain: plain)
    }

    /// Whether the HTML adds more than words: styles, tables, lists, rules, pictures.
    public static func hasFormatting(_ body: MessageBody) -> Bool {
        guard let html = body.html, !html.isEmpty, PlainAsHTML.unwrapped(html) == nil else { return false }
        let text = StyledText(html: html)
        return !text.pictures.isEmpty
            || text.lines.contains { line in
                line.isRule || line.marker != nil || line.unrolled != nil
                    || line.runs.contains { !$0.style.subtracting(.dim).isEmpty }
            }
    }

    private static func read(_ plain: String, _ keepsTabs: Bool) -> StyledText {
        isPage(plain) ? StyledText(html: plain) : StyledText(plain: plain, keepsTabs: keepsTabs)
    }

    /// Whether a plain text is a whole HTML page, as some programs send without declaring it.
    private static func isPage(_ text: String) -> Bool {
        let start = String(decoding: text.utf8.drop { $0 <= 0x20 }.prefix(14), as: UTF8.self).lowercased()
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html>") || start.hasPrefix("<html ")
    }

    private static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.isBlank || $0 == "\u{A0}" }
    }

    private static func isPoorer(_ plain: String, than html: StyledText) -> Bool {
        let lines = plain.split(whereSeparator: \.isNewline).filter { !isBlank(String($0)) }
        let shown = html.lines.filter { !$0.isEmpty }
        if lines.count <= 1, shown.count > 2 { return true }
        if HTMLNotice.isOne(plain, beside: html) { return true }
        let plainLength = lines.reduce(0) { $0 + $1.utf8.count }
        let htmlLength = shown.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.text.utf8.count } }
        return plainLength * 4 < htmlLength
    }
}
