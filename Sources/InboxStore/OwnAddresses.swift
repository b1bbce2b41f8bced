import Synchronization

/// The user's addresses besides those that accounts and servers know of, from the configuration. They are not stored:
/// each program that opens the store sets them.
package final class OwnAddresses: Sendable {
    private let addresses = Mutex<[String]>([])

    package var all: [String] { addresses.withLock(\.self) }

    package func set(_ addresses: [String]) { self.addresses.withLock { $0 = addresses } }
}
