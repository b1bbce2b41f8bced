package import InboxModel

extension Settings {
    /// The kinds of seals that are looked for.
    package var sealKinds: Set<SealKind> {
        var kinds: Set<SealKind> = []
        if openpgp != .off { kinds.insert(.openpgp) }
        if smime != .off { kinds.insert(.smime) }
        return kinds
    }

    /// What new messages are signed with; nil where they are not signed.
    package var signsWith: SealKind? {
        if openpgpSign, openpgp != .off { return .openpgp }
        return smimeSign && smime != .off ? .smime : nil
    }
}

extension SealKind {
    /// What is said where nothing is looked for.
    static let bothAreOff = "“openpgp” and “smime” are off in the settings"
}
