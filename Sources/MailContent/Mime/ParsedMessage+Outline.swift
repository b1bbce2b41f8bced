extension ParsedMessage {
    /// A part as an outline of the message lists it.
    public struct OutlinePart: Hashable, Sendable {
        public var partID: String
        public var contentType: String
        public var fileName: String
        public var depth: Int
        /// The charset that the sender declares for a text.
        public var charset: String?
        /// The number of bytes once decoded; `nil` for a multipart.
        public var size: Int?
    }

    /// Returns all parts, each before its children, including those that are neither text nor file (P-6).
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
