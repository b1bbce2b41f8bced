package import InboxModel

/// Which kind of seal suits a message.
extension SealMemory {
    /// Returns the kinds that a sender has a key or certificate for; first those for which all recipients have one, too.
    package func kindsWithKeys(from sender: String, to recipients: [String]) async -> [SealKind] {
        let found = await withTaskGroup(of: (SealKind, GnuPG.Keys).self, returning: [SealKind: GnuPG.Keys].self) {
            group in
            for kind in kinds {
                let program = program(for: kind)
                group.addTask { (kind, await program.keys(from: sender, to: recipients)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let ranks: [GnuPG.Keys] = [.everyones, .own]
        let held = ranks.flatMap { rank in SealKind.allCases.filter { found[$0] == rank } }
        if !held.isEmpty { keep(held, of: sender) }
        return held
    }

    /// All kinds, in the order that is likely right for a sender: as it was last time.
    package func likelyKinds(of sender: String) -> [SealKind] {
        let last = (lastKinds(of: sender) ?? []).filter(kinds.contains)
        return last + SealKind.allCases.filter { kinds.contains($0) && !last.contains($0) }
    }
}
