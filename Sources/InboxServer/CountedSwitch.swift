/// A behaviour that the command line switches on by its name, for always or for so many times.
public protocol CountedSwitch: Hashable, Sendable {
    associatedtype Kind: RawRepresentable<String>

    /// - Parameter count: how often; nil: always.
    init(_ kind: Kind, count: Int?)
}

extension CountedSwitch {
    /// Reads `NAME` or `NAME=N`, as the command line has it; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let kind = Kind(rawValue: parts[0]) else { return nil }
        guard parts.count > 1 else {
            self.init(kind, count: nil)
            return
        }
        guard let count = Int(parts[1]), count > 0 else { return nil }
        self.init(kind, count: count)
    }
}
