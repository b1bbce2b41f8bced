import Synchronization

/// Addresses that are the user's besides those that accounts and servers know of: what the configuration says. They are
/// not kept: each program that opens the store says them.
package final class OwnAddresses: Sendable {
    private let addresses = Mutex<[String]>([])

    package var all: [String] { addresses.withLock(\.self) }

    package func set(_ addresses: [String]) { self.addresses.withLock { $0 = addresses } }
}
