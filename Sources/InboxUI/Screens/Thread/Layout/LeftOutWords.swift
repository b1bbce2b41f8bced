package import MailContent

/// Says what of a mail's text is not shown.
package struct LeftOutWords {
    /// Pictures on other servers; nil for none.
    package var pictures: String?
    /// Text that the sender had hidden; nil for none.
    package var hidden: String?

    package init(_ text: StyledText) {
        pictures = Self.pictures(text)
        guard text.hiddenTextCount > 0 else { return }
        let count = Wording.count(text.hiddenTextCount, "piece of text", "pieces of text")
        let verb = text.hiddenTextCount == 1 ? "is" : "are"
        hidden = "\(count) that the sender hid \(verb) \(text.revealsHidden ? "shown" : "left out")"
    }

    private static func pictures(_ text: StyledText) -> String? {
        let count = text.remoteImageCount
        guard count > 0 else { return nil }
        let what = Wording.count(count, "picture on another server", "pictures on other servers") + " not loaded"
        return switch text.trackerCount {
        case 0: what
        case 1: what + (count == 1 ? ", and looks like a tracker" : ", 1 looks like a tracker")
        default: what + ", \(text.trackerCount) look like trackers"
        }
    }
}
