/// Wraps plain text as HTML, in a form that is distinct from real HTML and can be converted back without loss.
package enum PlainAsHTML {
    private static let start = "<pre class=\"maraca-plain\">"
    private static let end = "</pre>"

    package static func wrapped(_ plain: String) -> String { start + SafeHTML.escaped(plain) + end }

    /// Returns the plain text when all of `html` is one such wrapper; otherwise `nil`. The end may be missing, as in truncated HTML.
    package static func unwrapped(_ html: String) -> String? {
        let trimmed = html.trimmingBlanks()
        guard trimmed.hasPrefix(start) else { return nil }
        let inner = trimmed.utf8.dropFirst(start.utf8.count).dropLast(trimmed.hasSuffix(end) ? end.utf8.count : 0)
        guard !inner.contains(0x3C) else { return nil }
        var plain: [UInt8] = []
        plain.reserveCapacity(inner.count)
        var rest = inner[...]
        while let byte = rest.first {
            if byte == 0x26, let known = entities.first(where: { rest.starts(with: $0.name) }) {
                plain.append(known.byte)
                rest = rest.dropFirst(known.name.count)
            } else {
                plain.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static let entities: [(name: [UInt8], byte: UInt8)] = [
        (Array("&amp;".utf8), 0x26), (Array("&lt;".utf8), 0x3C), (Array("&gt;".utf8), 0x3E),
        (Array("&quot;".utf8), 0x22),
        (Array("&#39;".utf8), 0x27),
    ]
}
