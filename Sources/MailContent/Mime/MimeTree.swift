/// The parts of a message, found in one pass over its lines: each line costs one lookup, whatever the depth.
package struct MimeTree: Sendable {
    /// The outermost part first, and each part before its children.
    package private(set) var parts: [MimePart] = []
    package private(set) var problems: [String] = []
    /// The charset that the first text names, in which programs that don't encode headers write them, too.
    package private(set) var textCharset: String?
    private var open: [Open] = []
    private var delimiters: [ArraySlice<UInt8>: [Int]] = [:]
    private var headerBytes = 0

    /// A multipart whose end has not been reached.
    private struct Open {
        var part: Int
        var delimiter: ArraySlice<UInt8>
        /// Whether the closing delimiter was found: what follows is the epilogue.
        var isClosed = false
    }

    fileprivate enum Delimiter {
        case next(level: Int)
        case close(level: Int)
    }

    package init(_ lines: LineReader) {
        var position = begin(lines, at: 0, parent: nil)
        var leaf: Int? = open.isEmpty ? 0 : nil
        while !open.isEmpty, let line = lines.line(at: position) {
            guard let delimiter = delimiter(in: lines.bytes[line.content]) else {
                position = line.next
                continue
            }
            finish(&leaf, before: line.content.lowerBound, in: lines.bytes)
            position = line.next
            switch delimiter {
            case .close(let level):
                close(downTo: level, at: line.content.lowerBound)
                open[level].isClosed = true
            case .next(let level):
                close(downTo: level, at: line.content.lowerBound)
                if open[level].isClosed { note("A multipart goes on after its end") }
                guard parts.count < MimeLimits.parts else {
                    addOpaque(line.next..<lines.bytes.count, to: open[level].part)
                    finishOpen(at: lines.bytes.count)
                    return
                }
                let opened = open.count
                position = begin(lines, at: line.next, parent: open[level].part)
                leaf = open.count == opened ? parts.count - 1 : nil
            }
        }
        if let leaf { parts[leaf].content = parts[leaf].content.lowerBound..<lines.bytes.count }
        finishOpen(at: lines.bytes.count)
    }

    /// The indices of the leaves in order: the actual content of the message.
    package var leaves: [Int] {
        parts.indices.filter { !parts[$0].isMultipart }
    }
}

private extension MimeTree {
    /// Reads the headers at `start`, adds the part, and returns where its content begins.
    mutating func begin(_ lines: LineReader, at start: Int, parent: Int?) -> Int {
        let headers = HeaderBlock(
            lines, from: start, budget: MimeLimits.headerBytes - headerBytes, isRoot: parent == nil,
            isBoundary: { delimiter(in: lines.bytes[$0]) != nil })
        headerBytes += headers.size
        headers.problems.forEach { note($0) }
        if headers.all("content-type").count > 1 { note("A part has two Content-Type headers; the first one counts") }
        var part = MimePart(
            partID: partID(under: parent), parent: parent, start: start,
            depth: parent.map { parts[$0].depth + 1 } ?? 0,
            headers: headers, contentType: "", parameters: [:], disposition: .init(), isMultipart: false,
            content: headers.end..<headers.end)
        readType(of: &part, isInDigest: parent.map { parts[$0].contentType == "multipart/digest" } ?? false)
        parts.append(part)
        if let parent { parts[parent].children.append(parts.count - 1) }
        if part.contentType.hasPrefix("multipart/") { openMultipart(parts.count - 1) }
        return headers.end
    }

    mutating func openMultipart(_ index: Int) {
        let boundary = (parts[index].parameters["boundary"] ?? "").utf8
        let delimiter = ArraySlice(Array("--".utf8) + Array(boundary)).trimmingBlanksAtEnd()
        if boundary.isEmpty || boundary.count > 1_000 {
            note("A multipart names no boundary; its content is shown as it came")
            parts[index].contentType = "text/plain"
        } else if parts[index].depth >= MimeLimits.depth {
            note(MimeLimits.Problem.depth)
            parts[index].contentType = "application/octet-stream"
        } else {
            parts[index].isMultipart = true
            if parts[index].partID == "1", parts[index].parent == nil { parts[index].partID = "" }
            delimiters[delimiter, default: []].append(open.count)
            open.append(Open(part: index, delimiter: delimiter))
        }
    }

    func partID(under parent: Int?) -> String {
        guard let parent else { return "1" }
        let number = String(parts[parent].children.count + 1)
        return parts[parent].partID.isEmpty ? number : parts[parent].partID + "." + number
    }

    mutating func readType(of part: inout MimePart, isInDigest: Bool) {
        part.contentType = isInDigest ? "message/rfc822" : "text/plain"
        if let raw = part.headers.first("content-type") {
            let type = readNames(raw, charset: nil, with: GMime.contentType)
            part.parameters = type.parameters
            let written = raw.prefix { $0 != 0x3B }.split(separator: 0x2F, omittingEmptySubsequences: false)
            if written.count == 2, written.allSatisfy({ $0.contains { $0 > 0x20 } }), type.value.contains("/") {
                part.contentType = type.value
            } else {
                note("A Content-Type can't be read; plain text is taken instead")
            }
        }
        let charset = part.parameters["charset"]
        if part.contentType.hasPrefix("text/") { textCharset = textCharset ?? charset }
        if let raw = part.headers.first("content-disposition") {
            part.disposition = readNames(raw, charset: charset, with: GMime.disposition)
        }
    }

    /// Reads a value with a name of a file in it. An unencoded one is in the charset of its part, or in that of the text before it.
    func readNames(
        _ raw: [UInt8], charset: String?, with parse: ([UInt8]) -> GMime.Parameterised
    ) -> GMime.Parameterised {
        let raw = EncodedWords.joined(raw)
        let value = parse(raw)
        let inUTF8 = HeaderBlock.inUTF8(
            raw, from: charset ?? value.parameters["charset"] ?? textCharset ?? "us-ascii")
        return inUTF8 == raw ? value : parse(inUTF8)
    }

    /// Returns the delimiter in a line, matched against the open multiparts, innermost first (RFC 2046 §5.1.1).
    func delimiter(in line: ArraySlice<UInt8>) -> Delimiter? {
        guard line.count > 2, line.count < 1_100, line.starts(with: [0x2D, 0x2D]) else { return nil }
        let line = line.trimmingBlanksAtEnd()
        if let level = delimiters[line]?.last { return .next(level: level) }
        guard line.count > 4, line.suffix(2).elementsEqual([0x2D, 0x2D]) else { return nil }
        return delimiters[line.dropLast(2)]?.last.map { .close(level: $0) }
    }

    /// Ends the leaf before a delimiter. The line break before the delimiter belongs to the delimiter.
    mutating func finish(_ leaf: inout Int?, before position: Int, in bytes: [UInt8]) {
        guard let index = leaf else { return }
        leaf = nil
        let start = parts[index].content.lowerBound
        var end = max(start, position)
        if end > start, bytes[end - 1] == 0x0A {
            end -= 1
            if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        }
        parts[index].content = start..<end
    }

    mutating func close(downTo level: Int, at position: Int) {
        while open.count > level + 1 {
            let last = open.removeLast()
            if !last.isClosed { note("A multipart has no end") }
            let start = parts[last.part].content.lowerBound
            parts[last.part].content = start..<max(start, position)
            delimiters[last.delimiter]?.removeLast()
            if delimiters[last.delimiter]?.isEmpty == true { delimiters[last.delimiter] = nil }
        }
    }

    mutating func addOpaque(_ range: Range<Int>, to parent: Int) {
        note(MimeLimits.Problem.parts)
        parts[parent].children.append(parts.count)
        parts.append(
            MimePart(
                partID: partID(under: parent), parent: parent, depth: parts[parent].depth + 1, headers: HeaderBlock(),
                contentType: "application/octet-stream", parameters: [:],
                disposition: .init(value: "attachment", parameters: [:]), isMultipart: false, content: range))
    }

    /// Closes what is open at the end of the message. A multipart without any part becomes text, so that it can be read.
    mutating func finishOpen(at end: Int) {
        if !open.isEmpty {
            if open[0].isClosed == false { note("A multipart has no end") }
            close(downTo: 0, at: end)
            parts[open[0].part].content = parts[open[0].part].content.lowerBound..<end
        }
        for index in parts.indices where parts[index].isMultipart && parts[index].children.isEmpty {
            parts[index].isMultipart = false
            parts[index].contentType = "text/plain"
            if parts[index].partID.isEmpty { parts[index].partID = "1" }
            note("A multipart holds no part; its content is shown as it came")
        }
        open = []
    }

    mutating func note(_ problem: String) {
        if !problems.contains(problem) { problems.append(problem) }
    }
}

extension ArraySlice<UInt8> {
    func trimmingBlanksAtEnd() -> ArraySlice<UInt8> {
        var end = endIndex
        while end > startIndex, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return self[startIndex..<end]
    }
}
