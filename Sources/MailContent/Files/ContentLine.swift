/// A line of a calendar (RFC 5545 §3.1) or a card (RFC 6350 §3.3): a name, its parameters, a value.
struct ContentLine {
    var name: String
    var parameters: [String: String] = [:]
    var value: String

    private static let maximumLines = 20_000

    /// Returns the unfolded lines of a file.
    static func all(in text: String, limit: Int = maximumLines) -> [ContentLine] {
        var whole: [String] = []
        for line in text.withLineFeeds().split(separator: "\n").prefix(limit) {
            // By scalar: as a `Character`, the blank may carry a combining mark of the next one.
            if let first = line.unicodeScalars.first, first == " " || first == "\t", !whole.isEmpty {
                whole[whole.count - 1] += String(line.unicodeScalars.dropFirst())
            } else {
                whole.append(String(line))
            }
        }
        return whole.compactMap(ContentLine.init)
    }

    init(_ name: String, _ value: String, _ parameters: [String: String] = [:]) {
        (self.name, self.parameters, self.value) = (name, parameters, value)
    }

    /// The line as written to a file: without controls, folded at 75 bytes, and with its line end (RFC 5545 §3.1).
    var written: String {
        func clean(_ text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
        }
        let inner = parameters.sorted { $0.key < $1.key }.map { name, value in
            let value = clean(value)
            return ";\(clean(name))=" + (value.contains { ":;,".contains($0) } ? "\"\(value)\"" : value)
        }.joined()
        var result = ""
        var width = 0
        for scalar in clean(name + inner + ":" + value).unicodeScalars {
            let size = UTF8.width(scalar)
            if width + size > 75 {
                result += "\r\n "
                width = 1
            }
            result.unicodeScalars.append(scalar)
            width += size
        }
        return result + "\r\n"
    }

    /// Escapes a text for use as a value (RFC 5545 §3.3.11).
    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing(",", with: "\\,")
            .replacing(";", with: "\\;")
    }

    init?(_ line: String) {
        var parts: [Substring] = []
        var isQuoted = false
        var start = line.startIndex
        var colon: String.Index?
        for index in line.unicodeScalars.indices {
            switch line.unicodeScalars[index] {
            case "\"": isQuoted.toggle()
            case ";" where !isQuoted:
                parts.append(line[start..<index])
                start = line.unicodeScalars.index(after: index)
            case ":" where !isQuoted: colon = index
            default: break
            }
            if colon != nil { break }
        }
        guard let colon else { return nil }
        parts.append(line[start..<colon])
        // In cards, a group may precede the name: `item1.EMAIL`.
        guard let name = parts.first?.split(separator: ".").last, !name.isEmpty else { return nil }
        self.name = name.uppercased()
        value = String(line[line.unicodeScalars.index(after: colon)...])
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard let name = pair.first else { continue }
            parameters[name.uppercased()] = pair.count == 2 ? pair[1].filter { $0 != "\"" } : ""
        }
    }

    /// The value as text, with its escapes resolved (RFC 5545 §3.3.11).
    var text: String {
        var result = ""
        var isEscaped = false
        for character in value {
            if isEscaped {
                result.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return result
    }

    /// The parts of the value between unescaped semicolons.
    var fields: [String] { fields(by: ";") }

    /// Returns the parts of the value between unescaped separators.
    func fields(by separator: Character) -> [String] {
        var fields = [""]
        var isEscaped = false
        for character in value {
            if character == separator, !isEscaped {
                fields.append("")
            } else {
                let isLineEnd = isEscaped && (character == "n" || character == "N")
                if isEscaped || character != "\\" {
                    fields[fields.count - 1].append(isLineEnd ? "\n" : character)
                }
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return fields
    }

    /// The value without `mailto:`, as in `mailto:ann@example.test`.
    var address: String {
        value.lowercased().hasPrefix("mailto:") ? String(value.dropFirst(7)) : value
    }
}

extension String {
    /// The text on one line, with commas for line breaks.
    var withoutLineEnds: String {
        guard contains(where: \.isNewline) else { return self }
        return split(whereSeparator: \.isNewline).map { String($0).trimmingBlanks() }.filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
