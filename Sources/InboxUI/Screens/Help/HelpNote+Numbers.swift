extension HelpNote {
    /// Returns examples of numbers before keys, with the keys as they are bound. This note comes last, since most users need it least.
    static func numbers(in context: KeyContext, _ keys: KeyMap) -> HelpNote {
        let told: [(number: Int, command: Command, title: String)] =
            switch context {
            case .list:
                [
                    (3, .down, "three rows down"), (5, .bottom, "to the fifth row"),
                    (3, .archive, "archive three, from here on"),
                ]
            case .thread:
                [
                    (3, .down, "three messages down"), (5, .bottom, "to the fifth message"),
                    (2, .open, "follow link [2]"), (2, .pictures, "the second picture"),
                ]
            default: []
            }
        return HelpNote(
            "A number before a key",
            told.compactMap { number, command, title in
                keys.sequences(of: command, in: context).first.map { sequence in
                    let key = sequence.description
                    return Entry(key.count == 1 ? "\(number)\(key)" : "\(number) \(key)", title)
                }
            })
    }
}
