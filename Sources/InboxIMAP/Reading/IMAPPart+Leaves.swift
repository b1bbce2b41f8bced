extension IMAPPart {
    var isMultipart: Bool { contentType.hasPrefix("multipart/") && !parts.isEmpty }

    /// The parts that hold something, in order. A message in a message is one.
    var leaves: [IMAPPart] { isMultipart ? parts.flatMap(\.leaves) : [self] }

    /// How many bytes it has once decoded, as far as the structure tells: base64 has lines of 76 characters and an end of two.
    var decodedSize: Int {
        guard encoding == "base64", size > 0 else { return max(size, 0) }
        let ends = 2 * ((size - 1) / 78)
        return (size - ends) / 4 * 3
    }
}
