extension Wording {
    /// `1 message`, `41,200 messages`.
    /// - Parameter plural: for a noun whose plural does not only add an `s`.
    package static func count(_ value: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number(value)) \(value == 1 ? noun : plural ?? noun + "s")"
    }

    /// `41,200`.
    public static func number(_ value: Int) -> String {
        let digits = String(value.magnitude).utf8
        var text = value < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.unicodeScalars.append(Unicode.Scalar(digit))
        }
        return text
    }
}
