import Foundation

/// Reads piped text that declares no charset.
package enum PipedText {
    /// Decodes UTF-8, or Latin-1 where the bytes are not UTF-8, so that no character is lost. Lines end in line feeds.
    package static func read(_ bytes: [UInt8]) -> String {
        let text = String(validating: bytes, as: UTF8.self) ?? String(bytes: bytes, encoding: .isoLatin1)
        return (text ?? "").withLineFeeds()
    }
}
