import Glibc
import Synchronization
import Testing

@testable import TerminalUI

@Suite("UI actor", .timeLimit(.minutes(10)))
struct UIActorTests {
    @UI
    private final class Counter {
        var value = 0
        nonisolated init() {}

        func increment() { value += 1 }
    }

    @Test("work from many tasks runs serially on the actor's thread")
    func isolation() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 { await counter.increment() }
                }
            }
        }
        #expect(await counter.value == 4000)
    }

    @Test("synchronous code on the actor may assume its isolation and runs at once")
    @UI
    func assumes() {
        let counter = Counter()
        UI.assumeIsolated { counter.increment() }
        #expect(counter.value == 1)
    }

    @Test("assuming isolation off the actor stops the process")
    func assumesWrongly() async {
        await #expect(processExitsWith: .failure) {
            UI.assumeIsolated {}
        }
    }

    @Test("the loop runs on the thread that calls run, and ends with its work")
    func run() async {
        await #expect(processExitsWith: .success) {
            let thread = pthread_self()
            let ran = Mutex(false)
            UI.run {
                UI.shared.preconditionIsolated()
                await Task.yield()
                try? await Task.sleep(for: .milliseconds(1))
                let isSame = pthread_equal(thread, pthread_self()) != 0
                ran.withLock { $0 = isSame }
            }
            let didRun = ran.withLock { $0 }
            #expect(didRun)
        }
    }
}
