/// A behaviour that the command line switches on by name, permanently or for a number of times.
package protocol CountedSwitch: Hashable, Sendable {
    associatedtype Kind: RawRepresentable<String>

    /// - Parameter count: how many times; nil for always.
    init(_ kind: Kind, count: Int?)
}

extension CountedSwitch {
    /// Parses `NAME` or `NAME=N` from the command line; nil for anything else.
    package init?(_ text: String) {
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
