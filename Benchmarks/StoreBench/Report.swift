import Foundation

/// A single measurement.
struct ReportLine: Codable {
    var item: String
    var value: Double
    var unit: String

    init(_ item: String, _ value: Double, _ unit: String) {
        (self.item, self.value, self.unit) = (item, value, unit)
    }

    init?(json: some StringProtocol) {
        guard let line = try? JSONDecoder().decode(ReportLine.self, from: Data(json.utf8)) else { return nil }
        self = line
    }

    var json: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}

/// The same measurements at several sizes, side by side.
struct ReportTable {
    let sizes: [Int]
    private var order: [String] = []
    private var values: [String: [Int: Double]] = [:]

    init(sizes: [Int]) { self.sizes = sizes }

    mutating func add(_ lines: [ReportLine], size: Int) {
        for line in lines {
            let name = "\(line.item) (\(line.unit))"
            if values[name] == nil { order.append(name) }
            values[name, default: [:]][size] = line.value
        }
    }

    var text: String {
        let head = "| | \(sizes.map { "\($0) threads" }.joined(separator: " | ")) |"
        let rule = "| --- |" + String(repeating: " ---: |", count: sizes.count)
        let rows = order.map { name in
            "| \(name) | \(sizes.map { values[name]?[$0].map(Self.format) ?? "" }.joined(separator: " | ")) |"
        }
        return ([head, rule] + rows).joined(separator: "\n")
    }

    private static func format(_ value: Double) -> String {
        switch value {
        case 1_000...: String(Int(value.rounded()))
        case 10...: String(format: "%.1f", value)
        default: String(format: "%.2f", value)
        }
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}

enum Timing {
    /// The processor time of this process in milliseconds, which other load hardly affects.
    static var processor: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    /// Returns the median of some runs in milliseconds.
    static func median(_ runs: Int = 11, _ body: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        var found: [Double] = []
        for _ in 0..<runs { found.append(try clock.measure(body).milliseconds) }
        return found.sorted()[runs / 2]
    }
}

/// The memory of this process, in megabytes.
enum Memory {
    static var resident: Double { status("VmRSS:") }

    private static func status(_ name: String) -> Double {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return (Double(line.split(separator: " ").dropFirst().first ?? line.split(separator: "\t").last ?? "") ?? 0)
            / 1_024
    }
}
