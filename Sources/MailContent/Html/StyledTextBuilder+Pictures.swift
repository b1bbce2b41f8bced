private import Foundation

extension StyledTextBuilder {
    private static let maximumPictures = 200
    /// In base64 (W-7: 2 MiB decoded).
    private static let maximumData = (2 << 20) / 3 * 4 + 100

    func countImage(_ attributes: [String: String]) {
        let source = (attributes["src"] ?? attributes["srcset"] ?? "").trimmingBlanks().lowercased()
        if source.hasPrefix("http:") || source.hasPrefix("https:") || source.hasPrefix("//") {
            result.remoteImageCount += 1
        }
    }

    /// The text that stands for a picture; pictures of one pixel have none.
    func addImage(_ attributes: [String: String]) {
        for side in ["width", "height"] {
            if let size = attributes[side].flatMap(CSSDeclarations.pixels), size <= 1.5 { return }
        }
        let alternative = (attributes["alt"] ?? "").trimmingBlanks()
        keepPicture(attributes["src"] ?? "", alternative)
        let source = (attributes["src"] ?? "").trimmingBlanks().lowercased()
        let isOwn = source.hasPrefix("cid:") || source.hasPrefix("data:image/")
        if alternative.isEmpty, attributes["alt"] != nil || !isOwn, top.link == nil { return }
        add("[" + (alternative.isEmpty ? "picture" : alternative) + "]", style: .dim)
        guard let link = top.link, linkTexts[link].utf8.count < 1_000 else { return }
        if linkTexts[link].isAllBlank { pictured.insert(link) }
        linkTexts[link] += alternative
    }

    private func keepPicture(_ source: String, _ text: String) {
        guard result.pictures.count < Self.maximumPictures else { return }
        let text = CleanText.line(String(text.prefix(200)))
        let start = source.prefix(5).lowercased()
        if start == "data:" {
            guard source.utf8.count <= Self.maximumData, source.lowercased().hasPrefix("data:image/"),
                let comma = source.firstIndex(of: ","), source[..<comma].lowercased().hasSuffix(";base64"),
                let data = Data(
                    base64Encoded: String(source[source.index(after: comma)...]), options: .ignoreUnknownCharacters)
            else { return }
            result.pictures.append(StyledText.Picture(source: .data([UInt8](data)), text: text))
        } else if let target = LinkCheck.target(of: source), target.hasPrefix("http") {
            result.pictures.append(StyledText.Picture(source: .remote(target), text: text))
        }
    }
}
