import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Released providers", .timeLimit(.minutes(10)))
@MainActor
struct ProviderLifetimeTests {
    private final class Nobody: ModelProviderDelegate {
        func provider(_ provider: ModelProvider<MailThread>, did event: ProviderEvent) {}
    }

    @Test("a released provider no longer listens, so commits cost nothing for it", arguments: [true, false])
    func costsNothing(loadsAtOnce: Bool) throws {
        let store = try Store()
        let account = try store.addTestAccount()
        let session = MailSession(store: store) { _, _ in ScriptedService(ModelServer()) }
        weak var weakProvider: ModelProvider<MailThread>?
        do {
            let provider = session.threadProvider(loadsAtOnce: loadsAtOnce)
            weakProvider = provider
            #expect(store.hasListeners)
            // Released while its work is under way.
            try store.receive(.remote(id: "a"), account: account)
            provider.filter = .starred
        }
        #expect(weakProvider == nil && !store.hasListeners)
    }

    @Test("a provider holds its delegate weakly and works on without it")
    func weakDelegate() async throws {
        let store = try Store()
        let account = try store.addTestAccount()
        let session = MailSession(store: store) { _, _ in ScriptedService(ModelServer()) }
        let provider = session.threadProvider(loadsAtOnce: true)
        var events = provider.events().makeAsyncIterator()
        weak var weakDelegate: Nobody?
        do {
            let delegate = Nobody()
            provider.delegate = delegate
            weakDelegate = delegate
        }
        #expect(weakDelegate == nil)
        try store.receive(.remote(id: "a"), account: account)
        while provider.items.isEmpty { _ = await events.next(isolation: MainActor.shared) }
    }

    @Test("releasing an actor releases its providers")
    func actors() async throws {
        actor Holder {
            var provider: ModelProvider<MailThread>?
            func hold(_ session: MailSession) { provider = session.threadProvider(loadsAtOnce: true) }
        }
        let store = try Store()
        let session = MailSession(store: store) { _, _ in ScriptedService(ModelServer()) }
        weak var weakHolder: Holder?
        do {
            let holder = Holder()
            weakHolder = holder
            await holder.hold(session)
        }
        try await eventually { weakHolder == nil && !store.hasListeners }
    }
}
