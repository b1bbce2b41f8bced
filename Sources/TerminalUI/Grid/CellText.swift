/// The scalars of one cell and its width in columns: a character with at most four marks, or the two letters of a flag. It also
/// says whether a field of the row begins here.
struct CellText: Hashable, Sendable {
    /// The first three scalars, 21 bits each from the lowest bit on; unused slots are 0.
    private var head: UInt64
    /// Two more scalars, the columns (2 bits) from bit 42 on, and whether a field begins.
    private var tail: UInt64

    static let most = 5
    /// The right half of a wide character.
    static let empty = CellText(first: 0, columns: 0)
    static let blank = CellText(first: 0x20, columns: 1)

    private static let scalarBits: UInt64 = 21
    private static let scalarMask: UInt64 = 1 << scalarBits - 1
    private static let columnsPlace: UInt64 = 2 * scalarBits
    private static let fieldBit: UInt64 = 1 << (columnsPlace + 2)

    private init(first: UInt32, columns: Int) {
        head = UInt64(first)
        tail = UInt64(columns) << Self.columnsPlace
    }

    /// - Parameter ascii: a printable character.
    init(ascii: UInt8) { self.init(first: UInt32(ascii), columns: 1) }

    init(_ scalar: Unicode.Scalar, columns: Int) { self.init(first: scalar.value, columns: columns) }

    /// Creates a cell text from the first scalars of the text, as many as fit.
    init(_ text: some StringProtocol, columns: Int) {
        self.init(first: 0, columns: columns)
        for (index, scalar) in text.unicodeScalars.prefix(Self.most).enumerated() {
            let value = UInt64(scalar.value) << (UInt64(index % 3) * Self.scalarBits)
            if index < 3 { head |= value } else { tail |= value }
        }
    }

    var columns: Int { Int(tail >> Self.columnsPlace & 3) }

    /// Whether a text drawn on its own begins here: what a terminal makes of the text before it must not move it.
    var beginsField: Bool {
        get { tail & Self.fieldBit != 0 }
        set { if newValue { tail |= Self.fieldBit } else { tail &= ~Self.fieldBit } }
    }

    /// The first scalar; 0 for none.
    var first: UInt32 { UInt32(head & Self.scalarMask) }

    /// Whether the text is one scalar without marks.
    var isSingle: Bool { head <= Self.scalarMask }

    var isBlank: Bool { head == 0x20 }

    /// Whether the text is one printable ASCII character.
    var isASCII: Bool { head &- 0x20 < 0x5F && columns == 1 }

    /// Calls `body` with each scalar in turn.
    func forEach(_ body: (UInt32) -> Void) {
        for index in 0..<UInt64(Self.most) {
            let word = index < 3 ? head : tail
            let value = word >> (index % 3 * Self.scalarBits) & Self.scalarMask
            if value != 0 { body(UInt32(value)) }
        }
    }

    var string: String {
        if first < 0x80, isSingle { return first == 0 ? "" : String(UnicodeScalar(UInt8(first))) }
        var text = ""
        forEach { value in Unicode.Scalar(value).map { text.unicodeScalars.append($0) } }
        return text
    }
}
