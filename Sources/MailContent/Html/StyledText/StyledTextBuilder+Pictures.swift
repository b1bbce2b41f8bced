private import Foundation

extension StyledTextBuilder {
    private static let maximumPictures = 200
    /// The longest data URL, in base64 (W-7: 2 MiB decoded).
    private static let maximumData = (2 << 20) / 3 * 4 + 100

    func countImage(_ attributes: [String: String], isHidden: Bool) {
        let source = (attributes["src"] ?? attributes["srcset"] ?? "").trimmingBlanks().lowercased()
        if source.hasPrefix("http:") || source.hasPrefix("https:") || source.hasPrefix("//") {
            result.remoteImageCount += 1
            if isHidden || Self.isPixel(attributes) || Self.namesSomebody(source) { result.trackerCount += 1 }
        }
    }

    private static func isPixel(_ attributes: [String: String]) -> Bool {
        ["width", "height"].contains { attributes[$0].flatMap(CSSDeclarations.pixels).map { $0 <= 1.5 } ?? false }
    }

    /// Whether the query of a URL holds a mail address.
    private static func namesSomebody(_ url: String) -> Bool {
        let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        return query.contains("@") || query.contains("%40")
    }

    /// Adds the text that stands for a picture; pictures of one pixel have none.
    func addImage(_ attributes: [String: String]) {
        guard !Self.isPixel(attributes) else { return }
        let alternative = (attributes["alt"] ?? "").trimmingBlanks()
        let picture = keepPicture((attributes["src"] ?? "").trimmingBlanks(), alternative)
        let source = (attributes["src"] ?? "").trimmingBlanks().lowercased()
        // Senders embed a picture because it should be seen, whatever alternative text their program wrote.
        let isSeen = source.hasPrefix("cid:") || source.hasPrefix("data:image/") && attributes["alt"] == nil
        if alternative.isEmpty, !isSeen, top.link == nil { return }
        let words = "[" + (alternative.isEmpty ? "picture" : alternative) + "]"
        if top.link == nil, pictureWords.count < Self.maximumPictures { pictureWords.insert(CleanText.line(words)) }
        collector.picture = picture
        add(words, style: .dim)
        collector.picture = nil
        guard let link = top.link, linkTexts[link].utf8.count < 1_000 else { return }
        if linkTexts[link].isAllBlank { pictured.insert(link) }
        linkTexts[link] += alternative
    }

    /// - Returns: the index of the picture; `nil` where it can't be shown.
    private func keepPicture(_ source: String, _ text: String) -> Int? {
        guard result.pictures.count < Self.maximumPictures else { return nil }
        let text = CleanText.line(String(text.prefix(200)))
        let start = source.prefix(5).lowercased()
        if start == "data:" {
            guard source.utf8.count <= Self.maximumData, source.lowercased().hasPrefix("data:image/"),
                let comma = source.firstIndex(of: ","), source[..<comma].lowercased().hasSuffix(";base64"),
                let data = Data(
                    base64Encoded: String(source[source.index(after: comma)...]), options: .ignoreUnknownCharacters)
            else { return nil }
            result.pictures.append(StyledText.Picture(source: .data([UInt8](data)), text: text))
        } else if start.hasPrefix("cid:") {
            let id = String(source.dropFirst(4))
            result.pictures.append(
                StyledText.Picture(source: .file(contentID: id.removingPercentEncoding ?? id), text: text))
        } else if let target = LinkCheck.target(of: source), target.hasPrefix("http") {
            result.pictures.append(StyledText.Picture(source: .remote(target), text: text))
        } else {
            return nil
        }
        return result.pictures.count - 1
    }
}
