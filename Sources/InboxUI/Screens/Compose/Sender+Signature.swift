import Foundation
import InboxKit

extension Senders.Sender {
    /// The text of a new message before anything is written.
    var beginning: String { template + ending }

    /// A text that ends as this sender's do, with another's signature in the place of this one.
    /// - Parameter quoteLead: the form of the line above quotes, as the user wants it.
    /// - Returns: nil when there is no place for it, or nothing to change.
    func signature(of text: String, replacedBy other: Senders.Sender, quoteLead: String = Answer.lead) -> String? {
        guard !ending.isEmpty else {
            guard !other.ending.isEmpty, !text.contains("\n-- \n") else { return nil }
            // A draft may be older than the setting.
            let quote = Self.lead(in: text, like: quoteLead) ?? Self.lead(in: text, like: Answer.lead)
            guard let quote else { return text + other.ending }
            return String(text[..<quote]) + other.endingAboveQuote + String(text[quote...])
        }
        for (old, new) in [(ending, other.ending), (endingAboveQuote, other.endingAboveQuote)] {
            // Something may have been written on the empty line above it.
            for cut in 0...1 {
                guard let place = Self.place(of: String(old.dropFirst(cut)), in: text) else { continue }
                return text.replacingCharacters(in: place, with: String(new.dropFirst(cut)))
            }
        }
        return nil
    }

    /// The empty line above the line that leads a quote, which may be broken over two: a paragraph can begin like that too.
    /// - Parameter form: with braces for what is another each time.
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

    /// Where a signature stands as whole lines.
    private static func place(of signature: String, in text: String) -> Range<String.Index>? {
        var rest = text.startIndex..<text.endIndex
        while let found = text.range(of: signature, options: .literal, range: rest) {
            if found.upperBound == text.endIndex || text[found.upperBound] == "\n" { return found }
            rest = text.index(after: found.lowerBound)..<text.endIndex
        }
        return nil
    }
}
