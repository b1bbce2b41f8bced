/// What is done to a message before it is sent: it is signed, or encrypted and signed.
public struct DraftSeal: RawRepresentable, Hashable, Sendable, Codable, CaseIterable {
    public var kind: SealKind
    /// Whether it is encrypted, too. No server gets the draft then: the text stays here until it is sent.
    public var encrypts: Bool

    public static let allCases = SealKind.allCases.flatMap { [DraftSeal($0), DraftSeal($0, encrypts: true)] }

    public init(_ kind: SealKind, encrypts: Bool = false) {
        (self.kind, self.encrypts) = (kind, encrypts)
    }

    public init?(rawValue: String) {
        guard let seal = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = seal
    }

    /// As stored texts name it. The names of OpenPGP's are older than the other kind.
    public var rawValue: String {
        let word = encrypts ? "encrypted" : "signed"
        return kind == .openpgp ? word : "\(kind.rawValue)-\(word)"
    }
}
