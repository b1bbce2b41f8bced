import InboxModel
import MailContent

/// The text of an HTML body, for its plain alternative (RFC 2046 §5.1.4), the feed and snippets.
enum HTMLText {
    /// Returns the visible text in the style of plain text mail: with quote marks, link targets, and marks for styles.
    static func plain(_ html: String) -> String {
        PlainAsHTML.unwrapped(html)
            ?? StyledText(html: html).markingStyles().typedLines(namesTargets: true).joined(separator: "\n")
    }

    /// Returns the line that a list shows for an HTML body.
    static func snippet(_ html: String) -> String {
        let plain = PlainAsHTML.unwrapped(html) ?? StyledText(html: html).plainText
        return Snippet.text(of: MessageBody(html: html, plain: plain))
    }
}
