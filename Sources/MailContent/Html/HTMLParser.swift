private import CLibXML2

/// The receiver of an HTML parser's events.
protocol HTMLVisitor: AnyObject {
    /// Whether the visitor needs no more events, so that parsing may stop.
    var isDone: Bool { get }
    func begin(_ name: String, _ attributes: [String: String])
    func end(_ name: String)
    /// Never called with the content of `style` and `script`.
    func text(_ text: String)
}

/// libxml2's HTML parser as a stream of events: it loads nothing and builds no tree.
enum HTMLParser {
    /// The depth of open elements at which parsing stops, because closing an element looks at all open ones.
    private static let maximumDepth: Int32 = 512

    static func parse(_ html: [UInt8], for visitor: any HTMLVisitor) {
        let receiver = Receiver(visitor)
        var events = chtml_events(
            is_done: { context in Receiver.of(context)?.isDone == true ? 1 : 0 },
            begin: { context, name, attributes in Receiver.of(context)?.begin(name, attributes) },
            end: { context, name in Receiver.of(context)?.end(name) },
            text: { context, text, count in Receiver.of(context)?.text(text, count) },
            raw: { _, _, _ in })
        withExtendedLifetime(receiver) {
            html.withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { chars in
                    let context = Unmanaged.passUnretained(receiver).toOpaque()
                    chtml_parse(chars.baseAddress, chars.count, maximumDepth, &events, context)
                }
            }
            receiver.flush()
        }
    }
}

/// Forwards libxml2's callbacks to the visitor.
private final class Receiver {
    private let visitor: any HTMLVisitor
    /// Text that is not yet forwarded: the parser splits text at each entity.
    private var pending: [UInt8] = []

    init(_ visitor: any HTMLVisitor) {
        self.visitor = visitor
    }

    var isDone: Bool { visitor.isDone }

    static func of(_ context: UnsafeMutableRawPointer?) -> Receiver? {
        context.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
    }

    func begin(_ name: UnsafePointer<CChar>?, _ attributes: UnsafePointer<UnsafePointer<CChar>?>?) {
        guard let name else { return }
        flush()
        let element = String(cString: name)
        var table: [String: String] = [:]
        var index = 0
        while let attributes, let key = attributes[index] {
            table[String(cString: key)] = attributes[index + 1].map { String(cString: $0) } ?? ""
            index += 2
        }
        visitor.begin(element, table)
    }

    func end(_ name: UnsafePointer<CChar>?) {
        guard let name else { return }
        flush()
        visitor.end(String(cString: name))
    }

    func text(_ text: UnsafePointer<CChar>?, _ count: Int) {
        pending += UnsafeRawBufferPointer(start: text, count: count)
    }

    func flush() {
        guard !pending.isEmpty else { return }
        visitor.text(String(decoding: pending, as: UTF8.self).withLettersForControls)
        pending.removeAll(keepingCapacity: true)
    }
}
