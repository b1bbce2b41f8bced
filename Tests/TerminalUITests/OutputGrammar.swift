/// The permitted output to a terminal: printable text, CR, BS, and our own control sequences.
enum OutputGrammar {
    private static let finals: Set<Character> = [
        "m", "H", "K", "J", "G", "d", "X", "C", "D", "A", "B", "r", "l", "h", "t", "p", "L", "M",
    ]

    /// Returns the forbidden parts of the output.
    static func unknown(in output: String) -> [String] {
        var unknown: [String] = []
        var rest = Substring(output)
        while let scalar = rest.unicodeScalars.first {
            if scalar == "\u{1B}" {
                let sequence = sequence(at: rest)
                if !isKnown(sequence) { unknown.append(String(sequence.debugDescription)) }
                rest = rest.dropScalars(sequence.unicodeScalars.count)
            } else {
                if scalar.isForbidden && !"\r\u{08}\n\t".unicodeScalars.contains(scalar) {
                    unknown.append("\(scalar.value)")
                }
                rest = rest.dropScalars(1)
            }
        }
        return unknown
    }

    /// Counts the moves to other rows, by absolute and by relative sequences.
    static func rowMoves(in output: String) -> (absolute: Int, relative: Int) {
        var found = (absolute: 0, relative: 0)
        var rest = Substring(output)
        while let scalar = rest.unicodeScalars.first {
            guard scalar == "\u{1B}" else {
                if scalar == "\n" { found.relative += 1 }
                rest = rest.dropScalars(1)
                continue
            }
            let sequence = sequence(at: rest)
            if sequence.hasSuffix("H") || sequence.hasSuffix("d") { found.absolute += 1 }
            if sequence.hasSuffix("A") || sequence.hasSuffix("B") && !sequence.hasPrefix("\u{1B}(") {
                found.relative += 1
            }
            rest = rest.dropScalars(sequence.unicodeScalars.count)
        }
        return found
    }

    /// Returns the last scroll region that was set, as `1;24`.
    static func lastRegion(in output: String) -> String? {
        var last: String?
        var rest = Substring(output)
        while let scalar = rest.unicodeScalars.first {
            guard scalar == "\u{1B}" else {
                rest = rest.dropScalars(1)
                continue
            }
            let sequence = sequence(at: rest)
            if sequence.hasPrefix("\u{1B}["), sequence.hasSuffix("r") {
                last = String(sequence.dropFirst(2).dropLast())
            }
            rest = rest.dropScalars(sequence.unicodeScalars.count)
        }
        return last
    }

    private static func sequence(at text: Substring) -> String {
        var taken = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(40) {
            taken.append(scalar)
            guard taken.count > 1 else { continue }
            let second = taken[taken.index(after: taken.startIndex)]
            switch second {
            case "[": if taken.count > 2 && (0x40...0x7E).contains(scalar.value) { return String(taken) }
            case "]": if scalar == "\u{07}" || String(taken).hasSuffix("\u{1B}\\") { return String(taken) }
            case "(": if taken.count == 3 { return String(taken) }
            default: return String(taken)
            }
        }
        return String(taken)
    }

    private static func isKnown(_ sequence: String) -> Bool {
        if ["\u{1B}(B", "\u{1B}M", "\u{1B}=", "\u{1B}>", "\u{1B}]11;?\u{1B}\\", "\u{1B}[!p", "\u{1B}[c"].contains(
            sequence)
        {
            return true
        }
        guard sequence.hasPrefix("\u{1B}["), let final = sequence.last else { return false }
        return finals.contains(final) && sequence.dropFirst(2).dropLast().allSatisfy { "0123456789;?$".contains($0) }
    }
}

extension Substring {
    fileprivate func dropScalars(_ count: Int) -> Substring {
        Substring(unicodeScalars.dropFirst(count))
    }
}
