import Foundation
import InboxKit

extension Senders.Sender {
    /// The text of a new message before anything is written.
    var beginning: String { template + ending }

    /// Returns a text that ends like this sender's messages, with the signature replaced by another sender's.
    /// - Parameter quoteLead: The user's format of the line above quotes.
    /// - Returns: Nil when there is no place for the signature, or nothing to change.
    func signature(of text: String, replacedBy other: Senders.Sender, quoteLead: String = Answer.lead) -> String? {
        guard !ending.isEmpty else {
            guard !other.ending.isEmpty, !text.contains("\n-- \n") else { return nil }
            // A draft may be older than the setting.
            let quote = Self.lead(in: text, like: quoteLead) ?? Self.lead(in: text, like: Answer.lead)
            guard let quote else { return text + other.ending }
            return String(text[..<quote]) + other.endingAboveQuote + String(text[quote...])
        }
        for (old, new) in [(ending, other.ending), (endingAboveQuote, other.endingAboveQuote)] {
            // The user may have written on the empty line above the signature.
            for cut in 0...1 {
                guard let place = Self.place(of: String(old.dropFirst(cut)), in: text) else { continue }
                return text.replacingCharacters(in: place, with: String(new.dropFirst(cut)))
            }
        }
        return nil
    }

    /// Returns the position of the empty line above the line that leads a quote. That line may be wrapped over two. The quote must follow,
    /// since a paragraph can begin with the same words.
    /// - Parameter form: The format, with braces around the variable parts.
    private static func lead(in text: String, like form: String) -> String.Index? {
        let start = form.prefix { $0 != "{" }
        let end = form.split(separator: "}", omittingEmptySubsequences: false).last ?? ""
        var rest = text.startIndex..<text.endIndex
        while let found = text.range(of: "\n\n" + start, options: .literal, range: rest) {
            let below = text[found.lowerBound...].dropFirst(2)
            let lines = below.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
            let last = lines.prefix(2).firstIndex { $0.hasSuffix(end.drop(while: \.isWhitespace)) }
            if let last, lines.dropFirst(last + 1).first?.hasPrefix(">") ?? false { return found.lowerBound }
            rest = text.index(after: found.lowerBound)..<text.endIndex
        }
        return nil
    }

    /// Returns the range of a signature that stands as whole lines.
    private static func place(of signature: String, in text: String) -> Range<String.Index>? {
        var rest = text.startIndex..<text.endIndex
        while let found = text.range(of: signature, options: .literal, range: rest) {
            if found.upperBound == text.endIndex || text[found.upperBound] == "\n" { return found }
            rest = text.index(after: found.lowerBound)..<text.endIndex
        }
        return nil
    }
}
