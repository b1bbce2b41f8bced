/// The scalars of one cell: a character with at most four marks, or the two letters of a flag.
///
/// They stand in the cell itself, so that grids are copied, compared and thrown away as plain memory: a frame of 200×60 has
/// 12,000 cells.
struct CellText: Hashable, Sendable {
    /// 0 where nothing is shown.
    private(set) var first: UInt32
    /// What follows the first, up to the first 0.
    private var second: UInt32 = 0
    private var third: UInt32 = 0
    private var fourth: UInt32 = 0
    private var fifth: UInt32 = 0

    static let most = 5
    static let empty = CellText(first: 0)
    static let blank = CellText(first: 0x20)

    private init(first: UInt32) { self.first = first }

    /// - Parameter ascii: a printable character.
    init(ascii: UInt8) { self.init(first: UInt32(ascii)) }

    /// The first scalars of the text, as many as there is room for.
    init(_ text: some StringProtocol) {
        self = .empty
        withUnsafeMutableBytes(of: &self) { raw in
            let scalars = raw.assumingMemoryBound(to: UInt32.self)
            for (index, scalar) in text.unicodeScalars.prefix(Self.most).enumerated() { scalars[index] = scalar.value }
        }
    }

    /// Whether it is one character without marks.
    var isSingle: Bool { second == 0 }

    /// Calls with each scalar in turn.
    func forEach(_ body: (UInt32) -> Void) {
        for value in [first, second, third, fourth, fifth] where value != 0 { body(value) }
    }

    var string: String {
        if first < 0x80, isSingle { return first == 0 ? "" : String(UnicodeScalar(UInt8(first))) }
        var text = ""
        forEach { value in Unicode.Scalar(value).map { text.unicodeScalars.append($0) } }
        return text
    }
}
