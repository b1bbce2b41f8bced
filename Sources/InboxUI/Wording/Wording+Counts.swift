extension Wording {
    /// `1 message`, `41,200 messages`.
    /// - Parameter plural: for a noun whose plural does not only add an `s`.
    package static func count(_ value: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number(value)) \(value == 1 ? noun : plural ?? noun + "s")"
    }

    /// `41,200`.
    public static func number(_ value: Int) -> String {
        var text = ""
        for (index, digit) in String(abs(value)).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (value < 0 ? "-" : "") + String(text.reversed())
    }
}
