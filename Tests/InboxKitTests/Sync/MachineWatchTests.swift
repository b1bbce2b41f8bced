import Foundation
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Waking from sleep and network changes", .timeLimit(.minutes(10)))
struct MachineWatchTests {
    private func look(_ seconds: Int, _ routes: String = "wlan0 0100A8C0") -> MachineWatch.Look {
        MachineWatch.Look(time: .test(seconds), routes: routes)
    }

    @Test("J-62: a wait that took much too long was sleep; a busy machine is only late")
    func sleeps() {
        var watch = MachineWatch(look(0))
        func sees(_ look: MachineWatch.Look) -> Bool { watch.sees(look, after: MachineWatch.pause) }
        #expect(!sees(look(5)) && !sees(look(60)))
        #expect(sees(look(126)) && !sees(look(131)))
        #expect(sees(look(31)), "the clock was set back")
    }

    @Test("J-62: a new default route triggers a retry; a lost one does not")
    func routes() {
        var watch = MachineWatch(look(0))
        func sees(_ look: MachineWatch.Look) -> Bool { watch.sees(look, after: MachineWatch.pause) }
        #expect(!sees(look(5, "")) && sees(look(10)))
        #expect(sees(look(15, "eth0 0100A8C0")))
        #expect(!sees(look(20, "eth0 0100A8C0")))
    }

    @Test("default routes are compared without the kernel's counters")
    func reads() throws {
        let folder = try TemporaryFolder()
        func write(_ name: String, _ text: String) throws -> String {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
            return folder.file(name)
        }
        let v4 = try write(
            "v4",
            """
            Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT
            wlan0\t00000000\t0100A8C0\t0003\t7\t9\t600\t00000000\t0\t0\t0
            docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
            """)
        let none = String(repeating: "0", count: 32)
        let v6 = try write(
            "v6",
            """
            \(none) 00 \(none) 00 fe800000000000000000000000000001 00000400 00000003 0000aa11 00000003 wlan0
            \(none) 00 \(none) 00 \(none) ffffffff 00000001 00000000 00200200 lo
            """)
        #expect(
            MachineWatch.routes(v4: v4, v6: v6) == "wlan0 0100A8C0\nwlan0 fe800000000000000000000000000001")
        #expect(MachineWatch.routes(v4: folder.file("none"), v6: folder.file("none")) == "")
    }

    @Test("it looks every five seconds and reports each return once")
    func runs() async {
        let (clock, time) = (ManualClock(), Time())
        let (told, telling) = AsyncStream<Void>.makeStream()
        let watching = Task {
            await MachineWatch.run(
                clock: clock, now: { time.now }, routes: { "" }, cameBack: { telling.yield() })
        }
        for slept in [0, 0, 3_600] {
            await clock.untilSomeoneSleeps(for: .seconds(5)..<(.seconds(6)))
            time.pass(5 + slept)
            clock.advance(by: .seconds(5))
        }
        for await _ in told { break }
        await clock.untilSomeoneSleeps(for: .seconds(5)..<(.seconds(6)))
        watching.cancel()
        telling.finish()
        for await _ in told { Issue.record("once is enough") }
    }
}

/// The time of day.
private final class Time: Sendable {
    private let date = Mutex(Date.test(0))
    var now: Date { date.withLock(\.self) }
    func pass(_ seconds: Int) { date.withLock { $0 += TimeInterval(seconds) } }
}
