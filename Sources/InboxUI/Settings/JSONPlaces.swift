/// Positions in a JSON text: the line of each key, and the place of the first syntax error.
struct JSONPlaces {
    /// A syntax error and its position. Lines and columns count from 1.
    struct Mistake: Error, Hashable {
        var line: Int
        var column: Int
        var message: String
    }

    /// The line of each path of keys and list indexes: `["keys", "archive", "[0]"]`.
    private(set) var lines: [[String]: Int] = [:]

    private var scalars: [Unicode.Scalar]
    private var position = 0
    private var line = 1
    private var lineStart = 0
    private var path: [String] = []

    private static let deepest = 50

    init(_ text: String) throws(Mistake) {
        scalars = Array(text.unicodeScalars)
        try value()
        try skipBlanks()
        if position < scalars.count { throw mistake("nothing may follow the closing brace") }
    }

    /// Returns the line of a key, or of the nearest enclosing key that is known.
    func line(of path: [String]) -> Int? {
        var path = path
        while !path.isEmpty {
            if let line = lines[path] { return line }
            path.removeLast()
        }
        return nil
    }

    private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func mistake(_ message: String) -> Mistake {
        Mistake(line: line, column: position - lineStart + 1, message: message)
    }

    private mutating func skipBlanks() throws(Mistake) {
        while let scalar = peek, scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n" {
            position += 1
            if scalar == "\n" {
                line += 1
                lineStart = position
            }
        }
        if peek == "/", position + 1 < scalars.count, "/*".unicodeScalars.contains(scalars[position + 1]) {
            throw mistake("JSON has no comments: take this one out")
        }
    }

    private mutating func value() throws(Mistake) {
        guard path.count < Self.deepest else { throw mistake("nested too deeply") }
        try skipBlanks()
        switch peek {
        case "{": try object()
        case "[": try list()
        case "\"": _ = try string()
        case nil: throw mistake("the text ends here, but a value is missing")
        default: try word()
        }
    }

    private mutating func object() throws(Mistake) {
        position += 1
        try skipBlanks()
        if peek == "}" { return position += 1 }
        while true {
            try skipBlanks()
            guard peek == "\"" else {
                throw mistake(peek == "}" ? "remove the comma before this brace" : "a name in double quotes is missing")
            }
            let start = line
            let key = try string()
            path.append(key)
            if lines[path] != nil { throw mistake("“\(key)” appears here for the second time") }
            lines[path] = start
            try skipBlanks()
            guard peek == ":" else { throw mistake("a colon is missing after “\(key)”") }
            position += 1
            try value()
            path.removeLast()
            try skipBlanks()
            if peek == "}" { return position += 1 }
            guard peek == "," else { throw mistake("a comma or a closing brace is missing") }
            position += 1
        }
    }

    private mutating func list() throws(Mistake) {
        position += 1
        try skipBlanks()
        if peek == "]" { return position += 1 }
        for index in 0... {
            try skipBlanks()
            path.append("[\(index)]")
            lines[path] = line
            try value()
            path.removeLast()
            try skipBlanks()
            if peek == "]" { return position += 1 }
            guard peek == "," else { throw mistake("a comma or a closing bracket is missing") }
            position += 1
        }
    }

    private mutating func string() throws(Mistake) -> String {
        position += 1
        var text = String.UnicodeScalarView()
        while let scalar = peek {
            position += 1
            switch scalar {
            case "\"": return String(text)
            case "\n", "\r":
                position -= 1
                throw mistake("a closing quote is missing in this line")
            case "\\":
                if let next = peek, !#""\/bfnrtu"#.unicodeScalars.contains(next) {
                    position -= 1
                    throw mistake(#"a backslash is written twice: \\"#)
                }
                if let next = peek { text.append(next) }
                position += 1
            case _ where scalar.value < 0x20:
                position -= 1
                throw mistake(scalar == "\t" ? #"a tab is written \t"# : "a control character can't stand here")
            default: text.append(scalar)
            }
        }
        throw mistake("a closing quote is missing")
    }

    private mutating func word() throws(Mistake) {
        let start = position
        while let scalar = peek, scalar.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains(scalar) {
            position += 1
        }
        let text = String(String.UnicodeScalarView(scalars[start..<position]))
        if ["true", "false", "null"].contains(text) { return }
        let number = text.first?.isLetter == false ? Double(text) : nil
        let isWellFormed = text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
        if isWellFormed, number?.isFinite == true { return }
        position = start
        if isWellFormed { throw mistake("“\(text)” is too large a number") }
        if number != nil { throw mistake("“\(text)” is no number in JSON: those are like 5, -1 and 0.5") }
        throw mistake(text.isEmpty ? "this is not allowed here" : "“\(text)” needs double quotes around it")
    }
}
