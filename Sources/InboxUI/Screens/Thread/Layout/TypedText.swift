/// The typed text of a laid-out message, in bytes that are the same at any width, to find its lines again in another layout.
struct TypedText {
    /// The lines of the layout that are typed text, with the index of their first byte.
    private var lines: [(index: Int, start: Int)] = []
    private var bytes: [UInt8] = []

    init(_ laid: LaidMessage) {
        for (index, line) in laid.lines.enumerated() {
            guard let typed = line.typed else { continue }
            lines.append((index, bytes.count))
            // A break takes away blanks, and adds a mark to each row of a quote.
            let kept = typed.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">") }
            // An empty line counts, too.
            bytes += kept.isEmpty ? [UInt8(ascii: "\n")] : kept
        }
    }

    /// Returns the lines that show what some lines of another layout show; nil where that is not certain, as the text has changed both
    /// above and below them, or in them.
    func lines(showing shown: ClosedRange<Int>, of old: TypedText) -> ClosedRange<Int>? {
        guard let place = old.bytes(of: shown) else { return nil }
        let more = bytes.count - old.bytes.count
        var begin = place.lowerBound
        if !bytes.starts(with: old.bytes[..<place.upperBound]) {
            begin += more
            guard begin >= 0, bytes[begin...] == old.bytes[place.lowerBound...] else { return nil }
        }
        guard let first = line(at: begin), let last = line(at: begin + place.count - 1) else { return nil }
        return first...last
    }

    private func bytes(of shown: ClosedRange<Int>) -> Range<Int>? {
        guard let start = lines.first(where: { $0.index >= shown.lowerBound })?.start else { return nil }
        let end = lines.first { $0.index > shown.upperBound }?.start ?? bytes.count
        return start < end ? start..<end : nil
    }

    private func line(at place: Int) -> Int? { lines.last { $0.start <= place }?.index }
}
