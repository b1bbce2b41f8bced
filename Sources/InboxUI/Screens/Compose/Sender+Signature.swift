import Foundation
import InboxKit

extension Senders.Sender {
    /// The text of a new message before anything is written.
    var beginning: String { template + ending }

    /// A text that ends as this sender's do, with another's signature in the place of this one.
    /// - Returns: nil when there is no place for it, or nothing to change.
    func signature(of text: String, replacedBy other: Senders.Sender) -> String? {
        let (old, new) = (ending, other.ending)
        if old.isEmpty {
            guard !new.isEmpty, !text.contains("\n-- \n") else { return nil }
            let end = text.range(of: "\n\nOn ")?.lowerBound ?? text.endIndex
            return String(text[..<end]) + new + String(text[end...])
        }
        if let place = text.range(of: old) { return text.replacingCharacters(in: place, with: new) }
        // Something was written on the empty line above it.
        guard let place = text.range(of: String(old.dropFirst())) else { return nil }
        return text.replacingCharacters(in: place, with: String(new.dropFirst()))
    }
}
