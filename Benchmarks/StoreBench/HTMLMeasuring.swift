import ArgumentParser
import Foundation
import MailContent
import TerminalUI

extension StoreBench {
    struct HTML: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Time 1 MiB of each kind of hostile HTML, to lines of 80 columns; the slowest first.")
        @Option(help: "How many are told.") var most = 10
        @Option(help: "One kind alone, over and over, as for a profiler: a part of its name.") var only: String?

        func run() throws {
            if let only {
                for kind in HostileHTML.all where kind.name.contains(only) {
                    let times = (0..<10).map { _ in Self.time(of: kind.make()) }
                    print(ReportLine("1 MiB of HTML: \(kind.name)", times.min() ?? 0, "ms").json)
                }
                return
            }
            let times = HostileHTML.all.map { kind in (kind.name, Self.time(of: kind.make())) }
            for (name, time) in times.sorted(by: { $0.1 > $1.1 }).prefix(most) {
                print(ReportLine("1 MiB of HTML: \(name)", time, "ms").json)
            }
        }

        /// Returns the processor time in milliseconds, the best of three runs, which other load hardly affects.
        private static func time(of html: String) -> Double {
            (0..<3).map { _ in
                let start = Timing.processor
                let lines = StyledText(html: html).wrapped(to: 80, measure: TextCells.columns)
                return withExtendedLifetime(lines) { Timing.processor - start }
            }.min() ?? 0
        }
    }
}
