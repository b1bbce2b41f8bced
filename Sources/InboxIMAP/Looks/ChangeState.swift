/// A state of changes as clients keep it: which index, and a number of its log.
struct ChangeState: Hashable, Sendable {
    var epoch: String
    var number: Int64

    init(epoch: String, number: Int64) { (self.epoch, self.number) = (epoch, number) }

    /// Reads what `text` is; nil for anything else.
    init?(text: String) {
        guard let colon = text.lastIndex(of: ":"), let number = Int64(text[text.index(after: colon)...]), number >= 0,
            colon > text.startIndex
        else { return nil }
        self.init(epoch: String(text[..<colon]), number: number)
    }

    var text: String { "\(epoch):\(number)" }
}
