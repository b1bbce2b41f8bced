import InboxKit
import TerminalUI

/// Listens to one provider, for owners of several.
@UI
final class ProviderListener<Row: ProviderRow> {
    private let hear: (ProviderEvent) -> Void

    init(_ provider: ModelProvider<Row>, _ hear: @escaping (ProviderEvent) -> Void) {
        self.hear = hear
        provider.delegate = self
    }
}

extension ProviderListener: @UI ModelProviderDelegate {
    func provider(_ provider: ModelProvider<Row>, did event: ProviderEvent) { hear(event) }
}
