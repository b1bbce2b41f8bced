import InboxModel
import MailContent

/// The text of an HTML body, for its plain alternative (RFC 2046 §5.1.4), the feed and snippets.
enum HTMLText {
    /// What a reader would see, as plain text mail has it: quotes with their marks, where links lead, and what was set off.
    static func plain(_ html: String) -> String {
        PlainAsHTML.unwrapped(html)
            ?? StyledText(html: html).markingStyles().typedLines(namesTargets: true).joined(separator: "\n")
    }

    /// The line that a list shows of an HTML body.
    static func snippet(_ html: String) -> String {
        let plain = PlainAsHTML.unwrapped(html) ?? StyledText(html: html).plainText
        return Snippet.text(of: MessageBody(html: html, plain: plain))
    }
}
