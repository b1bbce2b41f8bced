import InboxKit
import MailContent
import TerminalUI

extension ComposeForm {
    /// Puts the cursor behind what the user wrote: above the signature, and above, below or between quotes. Without any
    /// text of the user's it goes to where one begins.
    mutating func goToEndOfOwnText() {
        let lines = body.text.split(separator: "\n", omittingEmptySubsequences: false)
        var own = lines[...]
        if let end = own.firstIndex(where: { $0 == "-- " || ForwardedHead.begins($0) }) { own = own[..<end] }
        if let start = sender.startOfSignature(in: own) { own = own[..<start] }
        if let last = own.indices.last(where: { Self.isOwn(own[$0], above: lines.dropFirst($0 + 1).first) }) {
            body.set(body.text, cursor: TextArea.Place(line: last, column: own[last].count))
        } else if let first = own.first, !first.allSatisfy(\.isWhitespace) {
            goBelowQuote()
        }
    }

    /// Whether a line is neither blank nor a quote, nor the line that says who wrote the quote below it.
    private static func isOwn(_ line: Substring, above next: Substring?) -> Bool {
        if line.hasPrefix(">") || line.allSatisfy(\.isWhitespace) { return false }
        return !(line.hasSuffix(":") && next?.hasPrefix(">") == true)
    }
}

extension Senders.Sender {
    /// Returns the index of the line where the signature begins; nil where there is none.
    fileprivate func startOfSignature(in lines: ArraySlice<Substring>) -> Int? {
        let signature = self.signature.split(separator: "\n", omittingEmptySubsequences: false)
        guard !self.signature.isEmpty else { return nil }
        return lines.indices.last { lines[$0...].starts(with: signature) }
    }
}
