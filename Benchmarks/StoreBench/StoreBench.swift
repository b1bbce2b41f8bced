import ArgumentParser
import Foundation

/// Measures the store and the providers on invented mail of several sizes.
@main
struct StoreBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "StoreBench", abstract: "Time the store and its providers.",
        subcommands: [Fill.self, Measure.self, Stress.self, Screen.self, Stop.self, HTML.self, Compare.self],
        defaultSubcommand: Compare.self)

    struct Fill: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Fill a new store as a first sync would.")
        @Argument(help: "The store's file.") var path: String
        @Argument(help: "How many threads; messages are 1.6 times as many.") var threads: Int

        func run() throws {
            for line in try Filling(path: path, threads: threads).run() { print(line.json) }
        }
    }

    struct Measure: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Time a filled store; one JSON line for each item.")
        @Argument(help: "The store's file.") var path: String
        @Flag(help: "Only one action over many threads and its undo, five times.") var bulk = false

        @Flag(help: "Only 10,000 new messages, and taking them out, five times.") var arrivals = false

        func run() async throws {
            let live = LiveMeasuring(path: path)
            let lines =
                try await bulk
                ? live.bulkAlone() : arrivals ? live.arrivalsAlone() : Measuring(path: path).run()
            for line in lines { print(line.json) }
        }
    }

    struct Compare: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fill and time stores of several sizes; print one table with a column for each.")
        @Argument(help: "How many threads.") var sizes: [Int] = [1_000, 10_000, 100_000]
        @Option(help: "Where the stores are made, or found from an earlier run.") var folder: String?

        func run() async throws {
            let folder = folder ?? FileManager.default.temporaryDirectory.path + "/store-bench-\(getpid())"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { if self.folder == nil { try? FileManager.default.removeItem(atPath: folder) } }
            var table = ReportTable(sizes: sizes)
            for size in sizes {
                let path = "\(folder)/\(size).sqlite"
                // Each runs in its own process, so that the memory is that of one size.
                if !FileManager.default.fileExists(atPath: path) {
                    table.add(try Child.run(["fill", path + ".new", "\(size)"]), size: size)
                    try FileManager.default.moveItem(atPath: path + ".new", toPath: path)
                }
                table.add(try Child.run(["measure", path]), size: size)
                table.add(try Child.run(["stress", path]), size: size)
                table.add(try Child.run(["screen", path]), size: size)
            }
            print(table.text)
        }
    }
}

/// Runs this program again, for one step.
enum Child {
    static func run(_ arguments: [String]) throws -> [ReportLine] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ExitCode(process.terminationStatus) }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap(ReportLine.init(json:))
    }
}
