import MailContent

extension StyledText {
    /// The text without the signature of its author.
    var withoutSignature: StyledText {
        guard let signature = lines.lastIndex(where: { $0.quoteDepth == 0 && $0.text == "-- " }) else { return self }
        // If the author signs above the answered text, that text stays.
        let rest = lines[signature...]
        let history = rest.firstIndex { $0.quoteDepth > 0 }
        let end = history.map { history in rest.firstIndex(where: \.isEmpty).map { min($0, history) } ?? history }
        var text = self
        text.lines.removeSubrange(signature..<(end ?? rest.endIndex))
        return text
    }

    /// Returns the text without these signatures at the end of what somebody wrote, with or without hyphens above: an answer to the
    /// user sends the user's own signature back.
    /// - Parameter least: the smallest quote depth of the user's text; text quoted less deeply is somebody else's.
    func without(_ signatures: [String], quotedFrom least: Int) -> StyledText {
        let wanted = signatures.map { signature in
            signature.split(separator: "\n", omittingEmptySubsequences: false).map(Self.trimmed)
        }
        var text = self
        // The longest first, since a shorter one may be the end of a longer one.
        for signature in wanted.sorted(by: { $0.count > $1.count }) where signature.contains(where: { !$0.isEmpty }) {
            text.takeOut(signature, least)
        }
        return text
    }

    private mutating func takeOut(_ signature: [String], _ least: Int) {
        let texts = lines.map { Self.trimmed($0.text) }
        var kept: [Line] = []
        var rest = 0
        while rest < lines.endIndex {
            if let end = endOfSignature(signature, at: rest, texts), lines[rest].quoteDepth >= least {
                let depth = lines[rest].quoteDepth
                if let mark = kept.last, mark.text == "-- ", mark.quoteDepth == depth { kept.removeLast() }
                if let gap = kept.last, gap.isEmpty, gap.quoteDepth == depth { kept.removeLast() }
                rest = end
            } else {
                kept.append(lines[rest])
                rest += 1
            }
        }
        lines = kept
    }

    /// The end of a signature that begins at a line, below the mark or an empty line, and ends what was written; else nil.
    private func endOfSignature(_ signature: [String], at start: Int, _ texts: [String]) -> Int? {
        let end = start + signature.count
        guard texts[start] == signature[0], end <= lines.endIndex, texts[start..<end].elementsEqual(signature) else {
            return nil
        }
        let depth = lines[start].quoteDepth
        guard lines[start..<end].allSatisfy({ $0.quoteDepth == depth }) else { return nil }
        let above = start > 0 ? lines[start - 1] : nil
        let isApart = above.map { $0.isEmpty || $0.quoteDepth != depth || $0.text == "-- " } ?? true
        return isApart && endsText(at: end, depth) ? end : nil
    }

    /// Whether nothing of that depth follows except the line above a deeper quote.
    private func endsText(at end: Int, _ depth: Int) -> Bool {
        let rest = lines[end...].drop(while: \.isEmpty)
        guard let next = rest.first, next.quoteDepth == depth else { return true }
        guard lines[end].isEmpty else { return false }
        // The line above a quote may be broken into two.
        return rest.prefix(3).contains { $0.quoteDepth > depth }
    }

    private static func trimmed(_ line: some StringProtocol) -> String {
        line.lastIndex { !$0.isWhitespace }.map { String(line[...$0]) } ?? ""
    }
}
