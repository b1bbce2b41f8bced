import InboxKit
import InboxModel
import TerminalUI

/// The tags of the mail, kept live once the drawer has been shown, and whether the drawer folds them.
@UI
final class DrawerTags {
    static let folded = "drawer.foldsTags"

    private let provider: ModelProvider<MailTag>
    private let listener: ProviderListener<MailTag>
    private(set) var isFolded: Bool

    init(session: MailSession, changed: @escaping () -> Void) {
        provider = session.tagProvider(loadsAtOnce: true)
        listener = ProviderListener(provider) { _ in changed() }
        isFolded = session.setting(Self.folded) == "1"
    }

    var all: [MailTag] { provider.items }

    func fold(_ isFolded: Bool, around: any Surroundings) {
        self.isFolded = isFolded
        around.keep(isFolded ? "1" : nil, for: Self.folded)
    }
}
