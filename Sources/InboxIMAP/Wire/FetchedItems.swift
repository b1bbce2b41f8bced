/// What one FETCH response tells of a message (RFC 9051 §7.5.2).
struct FetchedItems: Hashable, Sendable {
    /// The number of the message in the folder.
    var number: UInt64
    /// By names in upper case, those of sections without the place in angle brackets.
    private(set) var values: [String: IMAPValue] = [:]
    /// The names of sections that came from the byte on that was asked for, as the server says.
    private(set) var cut: Set<String> = []
    /// Whether it is malformed. What came before that is there.
    private(set) var isBroken = false

    init(number: UInt64, _ reader: inout ValueReader) {
        self.number = number
        reader.skipBlanks()
        guard reader.take("(") else {
            isBroken = true
            return
        }
        while true {
            reader.skipBlanks()
            if reader.take(")") { break }
            let (name, hasOrigin) = reader.itemName()
            guard !name.isEmpty, let value = reader.value() else {
                isBroken = true
                return
            }
            values[name] = value
            if hasOrigin { cut.insert(name) }
            if reader.isBroken { break }
        }
        isBroken = reader.isBroken || !reader.rest.isEmpty
    }

    var uid: UInt32? {
        values["UID"]?.number.flatMap { UInt32(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Adds what another response tells of the same message; what came later counts.
    mutating func join(_ later: FetchedItems) {
        values.merge(later.values) { $1 }
        cut.formUnion(later.cut)
        isBroken = isBroken || later.isBroken
    }
}
