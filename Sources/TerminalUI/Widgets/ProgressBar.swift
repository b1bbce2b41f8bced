/// Progress as a text: `███████░░░  41,200 of 60,000 · 9,800/s · 2 s`.
public struct ProgressBar: Hashable, Sendable {
    public var done: Int
    /// Nil while the total is unknown.
    public var total: Int?
    public var begin: ContinuousClock.Instant
    /// The amount done at the beginning, which does not count towards the rate.
    public var start: Int

    public init(done: Int = 0, total: Int? = nil, begin: ContinuousClock.Instant, start: Int = 0) {
        self.done = done
        self.total = total
        self.begin = begin
        self.start = start
    }

    /// The fraction that is done, 0…1; nil while the total is unknown.
    public var part: Double? {
        total.map { $0 > 0 ? min(1, max(0, Double(done) / Double($0))) : 1 }
    }

    /// - Parameters:
    ///   - columns: the width of the bar alone.
    ///   - now: for the rate and the time left, shown after the first second.
    ///   - amount: formats a number.
    public func text(
        columns: Int = 10, now: ContinuousClock.Instant, glyphs: Glyphs = .unicode,
        amount: (Int) -> String = Self.grouped
    ) -> String {
        let numbers = numbers(now: now, amount: amount)
        guard let part else { return numbers }
        // Full only when everything is done.
        let full = part >= 1 ? columns : min(columns - 1, Int(part * Double(columns)))
        return String(repeating: glyphs.full, count: max(0, full))
            + String(repeating: glyphs.empty, count: max(0, columns - full)) + "  " + numbers
    }

    /// Returns the text after the bar: `1,234 of 5,000 · 12/s · 5 min`.
    public func numbers(now: ContinuousClock.Instant, amount: (Int) -> String = Self.grouped) -> String {
        var parts = [total.map { "\(amount(done)) of \(amount($0))" } ?? amount(done)]
        let elapsed = (now - begin) / .seconds(1)
        if elapsed >= 1 && done > start {
            let rate = Double(done - start) / elapsed
            parts.append("\(amount(rate.cell))/s")
            if let total, total > done, rate > 0 { parts.append(timeLeft(Double(total - done) / rate)) }
        }
        return parts.joined(separator: " · ")
    }

    private func timeLeft(_ seconds: Double) -> String {
        guard seconds < 360_000 else { return "> 99 h" }
        let whole = max(1, seconds.cell)
        if whole < 100 { return "\(whole) s" }
        return whole < 6000 ? "\((whole + 30) / 60) min" : "\((whole + 1800) / 3600) h"
    }

    /// Returns the number with commas between its thousands.
    public static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (offset, digit) in digits.enumerated() {
            if offset > 0 && (digits.count - offset) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }
}
