/// A response of a server (RFC 9051 §7).
enum IMAPResponse: Hashable, Sendable {
    /// The end of a command.
    case done(tag: String, IMAPCondition)
    case condition(IMAPCondition)
    /// The server waits for the rest of a command (`+`).
    case goOn
    case capabilities(Set<String>)
    case exists(UInt64)
    case expunge(UInt64)
    case vanished
    case fetch(FetchedItems)
    case folder(ListedFolder)
    case enabled(Set<String>)
    case spelling(FolderSpelling)
    /// The letters of the user's rights in a folder, whose name is raw (RFC 4314 §3.8).
    case rights(name: String, Set<Character>)
    /// The name is raw.
    case status(name: String, [String: IMAPValue])
    /// The UIDs that a search found, or a part of them.
    case found(UIDSet)
    /// Anything that nothing here asks for.
    case other

    /// - Throws: if the response has no form by which it could be skipped, or is an answer to a search that can't be read: an empty result
    ///   would say that messages are gone.
    init(_ frame: ResponseFrame) throws(MalformedAnswer) {
        var reader = ValueReader(frame)
        let first = reader.word()
        switch first {
        case [UInt8(ascii: "*")]: self = try Self.untagged(&reader)
        case [UInt8(ascii: "+")]: self = .goOn
        default:
            guard let kind = IMAPCondition.Kind(word: reader.word()) else {
                throw MalformedAnswer(detail: "a line of the answer has no form of IMAP")
            }
            self = .done(tag: String(decoding: first, as: UTF8.self), IMAPCondition(kind, rest: reader.rest))
        }
    }
}

/// A folder in a listing (RFC 9051 §7.3.1).
struct ListedFolder: Hashable, Sendable {
    var rawName: String
    var delimiter: Character?
    /// In lower case: `\sent`.
    var attributes: Set<String>
}

private extension IMAPResponse {
    static func untagged(_ reader: inout ValueReader) throws(MalformedAnswer) -> IMAPResponse {
        let word = String(decoding: reader.word().uppercasedASCII, as: UTF8.self)
        if let kind = IMAPCondition.Kind(rawValue: word) { return .condition(IMAPCondition(kind, rest: reader.rest)) }
        switch word {
        case "CAPABILITY": return .capabilities(Set(words(&reader).map { $0.uppercased() }))
        case "ENABLED": return .enabled(Set(words(&reader).map { $0.uppercased() }))
        case "LIST", "XLIST": return folder(&reader).map { .folder($0) } ?? .other
        case "STATUS": return status(&reader) ?? .other
        case "NAMESPACE": return FolderSpelling(&reader).map { .spelling($0) } ?? .other
        case "MYRIGHTS": return rights(&reader) ?? .other
        case "SEARCH": return .found(try searched(reader.rest))
        case "ESEARCH": return .found(try foundExtended(&reader))
        case "VANISHED": return .vanished
        default: break
        }
        guard let number = UInt64(word) else { return .other }
        switch String(decoding: reader.word().uppercasedASCII, as: UTF8.self) {
        case "EXISTS": return .exists(number)
        case "EXPUNGE": return .expunge(number)
        case "FETCH": return .fetch(FetchedItems(number: number, &reader))
        default: return .other
        }
    }

    static func words(_ reader: inout ValueReader) -> [String] {
        var words: [String] = []
        while let value = reader.value() { if let text = value.text { words.append(text) } }
        return words
    }

    static func folder(_ reader: inout ValueReader) -> ListedFolder? {
        guard let attributes = reader.value()?.list, let delimiter = reader.value(),
            let name = reader.value()?.nameBytes, !name.isEmpty
        else { return nil }
        return ListedFolder(
            rawName: RawText.text(name), delimiter: delimiter.text?.first,
            attributes: Set(attributes.compactMap { $0.text?.lowercased() }))
    }

    static func rights(_ reader: inout ValueReader) -> IMAPResponse? {
        guard let name = reader.value()?.nameBytes, let letters = reader.value()?.text else { return nil }
        return .rights(name: RawText.text(name), Set(letters))
    }

    static func status(_ reader: inout ValueReader) -> IMAPResponse? {
        guard let name = reader.value()?.nameBytes, let items = reader.value()?.list else { return nil }
        var values: [String: IMAPValue] = [:]
        for index in stride(from: 0, to: items.count - 1, by: 2) {
            if let name = items[index].text { values[name.uppercased()] = items[index + 1] }
        }
        return .status(name: RawText.text(name), values)
    }

    /// `1 2 3`, with `(MODSEQ 5)` after it where the server keeps such numbers (RFC 7162 §3.1.5).
    static func searched(_ text: ArraySlice<UInt8>) throws(MalformedAnswer) -> UIDSet {
        var ranges: [ClosedRange<UInt32>] = []
        for word in text.split(separator: UInt8(ascii: " ")) {
            if word.first == UInt8(ascii: "(") { break }
            guard let uid = UInt32(String(decoding: word, as: UTF8.self)), uid > 0 else {
                throw MalformedAnswer(detail: "the answer to a search has something that is no UID")
            }
            ranges.append(uid...uid)
        }
        return UIDSet(ranges: ranges)
    }

    /// `(TAG "A1") UID ALL 1:3,7` (RFC 4731 §3.1); without ALL nothing was found.
    static func foundExtended(_ reader: inout ValueReader) throws(MalformedAnswer) -> UIDSet {
        while let word = reader.value() {
            guard word.text?.uppercased() == "ALL" else { continue }
            guard let text = reader.value()?.text, let set = UIDSet(text: text) else {
                throw MalformedAnswer(detail: "the answer to a search has something that is no UID")
            }
            return set
        }
        return []
    }
}

extension IMAPValue {
    /// The name of a folder, for which `NIL` is a name like any other.
    var nameBytes: [UInt8]? {
        switch self {
        case .atom(let bytes), .string(let bytes): bytes
        case .list: nil
        }
    }
}
