import InboxModel

extension MailboxRights {
    /// - Parameters:
    ///   - letters: as MYRIGHTS tells them (RFC 4314 §2.1).
    ///   - isNew: whether the server knows the letters of RFC 4314; else `c` and `d` stand for several of them (RFC 2086).
    init(_ letters: Set<Character>, isNew: Bool) {
        let isOld = !isNew && letters.isDisjoint(with: ["k", "x", "t", "e"])
        func may(_ now: Set<Character>, _ before: Character) -> Bool {
            isOld ? letters.contains(before) : letters.isSuperset(of: now)
        }
        self = []
        if letters.contains("i") { insert(.addItems) }
        if may(["t", "e"], "d") { insert(.removeItems) }
        if letters.contains("s") { insert(.setSeen) }
        if letters.contains("w") { insert(.setKeywords) }
        if may(["k"], "c") { insert(.createChild) }
        if may(["x"], "d") { formUnion([.rename, .delete]) }
        if letters.contains("p") { insert(.submit) }
    }
}
