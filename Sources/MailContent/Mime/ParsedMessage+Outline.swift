extension ParsedMessage {
    /// One part as a list of them shows it.
    public struct OutlinePart: Hashable, Sendable {
        public var partID: String
        public var contentType: String
        public var fileName: String
        public var depth: Int
        /// Of a text, as its sender names it.
        public var charset: String?
        /// Bytes once decoded; nil for what only holds other parts.
        public var size: Int?
    }

    /// All parts, the outermost first, each before what it holds: also those that no text or file is made of (P-6).
    public static func outline(of bytes: [UInt8]) -> [OutlinePart] {
        let lines = LineReader(withLineFeeds(bytes))
        return MimeTree(lines).parts.map { part in
            OutlinePart(
                partID: part.partID, contentType: part.contentType, fileName: part.fileName, depth: part.depth,
                charset: part.parameters["charset"],
                size: part.isMultipart ? nil : PartContent(of: part, in: lines.bytes).bytes.count)
        }
    }
}
