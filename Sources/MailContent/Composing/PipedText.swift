import Foundation

/// A text that a person or a program hands over without saying how it is written.
public enum PipedText {
    /// UTF-8, and where it is none, Latin-1, so that no letter is lost; lines end in line feeds.
    public static func read(_ bytes: [UInt8]) -> String {
        let text = String(validating: bytes, as: UTF8.self) ?? String(bytes: bytes, encoding: .isoLatin1)
        return (text ?? "").withLineFeeds()
    }
}
