/// Parses an event stream (WHATWG HTML §9.2) that arrives in arbitrary pieces.
struct EventStreamParser {
    struct Event: Hashable {
        var name: String
        var data: String
        /// The last id in the stream.
        var id: String?
    }

    /// More than any push needs. Longer events are dropped.
    static let longestEvent = 64 << 10

    private var line: [UInt8] = []
    private var endedInReturn = false
    private var isFirstLine = true
    private var name = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var id: String?
    private var isTooLong = false

    init() {}

    mutating func read(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            if byte == 0x0A, endedInReturn {
                endedInReturn = false
                continue
            }
            endedInReturn = byte == 0x0D
            if byte == 0x0A || byte == 0x0D {
                if let event = endLine() { events.append(event) }
            } else if line.count < Self.longestEvent {
                line.append(byte)
            } else {
                isTooLong = true
            }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        var content = line[...]
        line = []
        if isFirstLine {
            isFirstLine = false
            if content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
        }
        guard !content.isEmpty else { return endEvent() }
        let field = content.prefix { $0 != UInt8(ascii: ":") }
        var value = content.dropFirst(field.count + 1)
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: field, as: UTF8.self) {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        case "data":
            if hasData { data.append(0x0A) }
            hasData = true
            if data.count + value.count <= Self.longestEvent { data += value } else { isTooLong = true }
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> Event? {
        defer {
            name = ""
            data = []
            hasData = false
            isTooLong = false
        }
        guard hasData, !isTooLong else { return nil }
        return Event(name: name.isEmpty ? "message" : name, data: String(decoding: data, as: UTF8.self), id: id)
    }
}
