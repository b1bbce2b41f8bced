/// Formats file sizes for people: `197 B`, `4 kB`, `2.5 MB`.
package enum FileSize {
    package static func text(_ bytes: Int) -> String {
        if bytes < 1_000 { return "\(max(0, bytes)) B" }
        var (value, unit) = (Double(bytes), "B")
        for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 { (value, unit) = (value / 1_000, next) }
        let tenths = Int((value * 10).rounded())
        return tenths < 100 && tenths % 10 != 0
            ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(Int(value.rounded())) \(unit)"
    }
}
