extension Migration {
    /// By which of the two kinds a draft is sealed; null in drafts of before, which are OpenPGP's. An older program that went on would
    /// seal such a draft with OpenPGP.
    static let sealKinds = Migration("2026-11-30 seal kinds", sql: "ALTER TABLE draft ADD COLUMN sealKind TEXT")
}
