import InboxKit
import InboxModel
import TerminalUI

/// Finds the people whom the user may mean: those written to most are at hand; for a typed text the store is asked for others, and the
/// user's own command.
@UI
final class RecipientLookup {
    private let around: any Surroundings
    private let people: ModelProvider<Contact>
    private var listener: ProviderListener<Contact>?
    private let pause: @Sendable (Duration) async -> Void
    /// The search for the text that was typed last.
    private(set) var task: Task<Void, Never>?
    /// Whether the user's own command can't be run.
    private(set) var cannotComplete = false

    /// The number of most used people that are at hand, and of those that the first frame waits for. Beyond that, the store is asked.
    static let atHand = 2_000
    private static let first = 50
    /// How long a text must stay as it is before the user's own command is run.
    private static let rest = Duration.milliseconds(200)

    /// - Parameter pause: Waits; replaced in tests.
    init(around: any Surroundings, pause: @escaping @Sendable (Duration) async -> Void) {
        (self.around, self.pause) = (around, pause)
        people = around.session.contactProvider(sort: .use, window: 0..<Self.first, loadsAtOnce: true)
    }

    isolated deinit { task?.cancel() }

    /// The people at hand.
    var book: AddressBook {
        AddressBook(session: around.session, settings: around.settings, people: people.items.map(\.address))
    }

    /// Calls back now, and whenever the people at hand change.
    func follow(_ changed: @escaping () -> Void) {
        listener = ProviderListener(people) { event in
            switch event {
            case .reset, .changed: changed()
            case .fetchFailed, .fetchCompleted, .fetchStateChanged: break
            }
        }
        changed()
        people.window = 0..<Self.atHand
    }

    /// Looks for the people whom a typed text may mean, beyond those at hand.
    /// - Parameters:
    ///   - found: Called with the store's people, and again with those of the command.
    ///   - failed: Called once with why the command can't be run; it is run no more then.
    func look(
        for text: String, found: @escaping @UI @Sendable (AddressBook.LookUp) -> Void,
        failed: @escaping @UI @Sendable (String) -> Void
    ) {
        let command = cannotComplete ? "" : around.settings.completionCommand
        let session = hasAll ? nil : around.session
        guard !command.isEmpty || session != nil, text.count > 1 else { return }
        let tell: @UI @Sendable ([MailAddress]) -> Void = { people in
            if !Task.isCancelled, !people.isEmpty { found(AddressBook.LookUp(text: text, people: people)) }
        }
        task?.cancel()
        task = Task { [weak self, pause] in
            let known = await session?.people(beginningWith: text, limit: AddressBook.shown) ?? []
            tell(known)
            guard !command.isEmpty else { return }
            await pause(Self.rest)
            guard !Task.isCancelled else { return }
            let (found, failure) = await CompletionCommand.run(command, for: text)
            if let failure, let self, !self.cannotComplete {
                self.cannotComplete = true
                failed(failure)
            }
            tell(known + found)
        }
    }

    private var hasAll: Bool { people.isCounted && people.items.count >= people.count }
}
