/// A file attached to a mail.
struct DemoFile: Sendable {
    /// ASCII, without quotes.
    let name: String
    let type: String
    let bytes: [UInt8]

    static func text(_ name: String, _ text: String) -> DemoFile {
        DemoFile(name: name, type: "text/plain; charset=utf-8", bytes: Array(text.utf8))
    }

    static func patch(_ name: String, _ text: String) -> DemoFile {
        DemoFile(name: name, type: "text/x-patch; charset=utf-8", bytes: Array(text.utf8))
    }

    static func table(_ name: String, _ text: String) -> DemoFile {
        DemoFile(name: name, type: "text/csv; charset=utf-8", bytes: Array(text.utf8))
    }

    /// Returns a page with a title and lines of text, all ASCII.
    static func pdf(_ name: String, title: String, _ lines: [String]) -> DemoFile {
        DemoFile(name: name, type: "application/pdf", bytes: DemoPDF.page(title: title, lines: lines))
    }

    static func png(_ name: String, _ picture: DemoPicture) -> DemoFile {
        DemoFile(name: name, type: "image/png", bytes: picture.png)
    }
}
