import InboxModel
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Anything that a server may send")
struct DamagedWireTests {
    private static let lines = [
        "* 12 FETCH (UID 7 FLAGS (\\Seen $x) INTERNALDATE \" 5-Jan-2026 10:00:00 +0100\" RFC822.SIZE 1234 MODSEQ (9))",
        "* 1 FETCH (UID 8 BODYSTRUCTURE ((\"TEXT\" \"PLAIN\" (\"CHARSET\" \"utf-8\") NIL NIL \"7BIT\" 8 0 NIL NIL NIL NIL)"
            + "(\"MESSAGE\" \"RFC822\" NIL NIL NIL \"7BIT\" 22 (NIL \"x\" NIL NIL NIL NIL NIL NIL NIL NIL) (\"TEXT\" \"PLAIN\" NIL NIL "
            + "NIL \"7BIT\" 4 0 NIL NIL NIL NIL) 2 NIL (\"attachment\" (\"filename\" \"a.eml\")) NIL NIL) \"MIXED\" (\"BOUNDARY\" \"x\") NIL))",
        "* 3 FETCH (UID 9 BODY[HEADER.FIELDS (Date From)] {6}\r\nA: b\r\n BODY[TEXT]<0> ~{3}\r\nxyz X-GM-MSGID 17)",
        "* LIST (\\HasNoChildren \\Sent) \"/\" \"Entw&APw-rfe/a\"", "* LIST (\\NonExistent) NIL {4}\r\n\u{fc}b/c",
        "* STATUS \"A b\" (MESSAGES 4294967295 UIDNEXT 4294967296 UIDVALIDITY 5 HIGHESTMODSEQ 18446744073709551615 MAILBOXID (F1))",
        "* SEARCH 1 2 3 (MODSEQ 9)", "* ESEARCH (TAG \"A1\") UID ALL 1:3,9",
        "* OK [COPYUID 5 304,319:320 3956:3958] done",
        "* OK [UIDNEXT 4294967296] x", "* OK [PERMANENTFLAGS (\\Seen \\*)] x", "* 18446744073709551615 EXISTS",
        "* 0 EXPUNGE",
        "* VANISHED (EARLIER) 1:4294967295", "* CAPABILITY IMAP4rev1 X", "+ go on", "A1 OK [APPENDUID 5 4294967295] x",
        "* BYE x",
    ]
    private static let bits = [
        "NIL", "(", ")", "((((", "\"", "\\", "{3}\r\n", "{0}\r\n", "{99999999999}\r\n", "-1", "0", "4294967296",
        "18446744073709551616", "\u{0}",
        "\r\n", " ", "~", "[", "]", "<0>", "*", ":", ",", "\u{ff}", "\u{1F4A9}", "UID", "FLAGS",
    ]

    private func damaged(_ random: inout SeededRandom) -> [UInt8] {
        var bytes = Array((random.pick(Self.lines) + "\r\n").utf8)
        for _ in 0..<random.int(1..<6) {
            let place = random.int(0..<bytes.count + 1)
            switch random.int(0..<5) {
            case 0: bytes.insert(contentsOf: random.pick(Self.bits).utf8, at: place)
            case 1 where place < bytes.count: bytes[place] = UInt8(random.int(0..<256))
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + random.int(0..<9)))
            case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random.int(0..<40))], at: place)
            default: bytes.insert(contentsOf: Array(repeating: 0x28, count: random.int(0..<400)), at: place)
            }
        }
        return bytes
    }

    @Test("is read or refused", .timeLimit(.minutes(1)), arguments: 0..<8)
    func reading(seed: Int) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<400 {
            var (reader, takers) = (FrameReader(), Takers())
            for _ in 0..<3 {
                let bytes = damaged(&random)
                let cut = random.int(0..<bytes.count + 1)
                do throws(MalformedAnswer) {
                    for piece in [bytes[..<cut], bytes[cut...]] {
                        for frame in try reader.feed(Array(piece)) { try takers.take(IMAPResponse(frame)) }
                    }
                } catch { break }
            }
            takers.look()
        }
    }
}

/// All that gathers responses.
private struct Takers {
    private var listing = FolderListing()
    private var selected = SelectedReader()
    private var all = FetchCollector<FetchedItems>(nil) { $0 == nil ? ($0 = $1) : $0?.join($1) }
    private var flags = FlagSets()

    mutating func take(_ response: IMAPResponse) throws(MalformedAnswer) {
        all.take(response)
        selected.take(response)
        switch response {
        case .folder(let folder): try listing.take(folder)
        case .status(let name, let values): listing.status[name] = values
        case .condition(let condition), .done(_, let condition):
            _ = IMAPCopied(condition.arguments, UIDSet(1...UInt32.max))
            _ = RefusalJudge.error(condition, call: "x")
        case .found(let set): #expect(set.count >= set.ranges.count && set.pieces().allSatisfy { !$0.isEmpty })
        default: break
        }
    }

    /// Makes of it what the client makes of it.
    mutating func look() {
        for folder in listing.folders { listing.status[folder.rawName] = listing.status.first?.value }
        listing.addInbox()
        for folder in listing.result(listing.guessedSpelling(isUTF8: false)) {
            #expect(!folder.name.isEmpty)
            _ = FolderName.raw(folder.name, delimiter: folder.delimiter)
        }
        for (_, items) in all.items {
            for value in items.values.values {
                _ = flags.flags(value)
                _ = value.bytes.flatMap { InternalDate.date($0) }
                guard let part = BodyStructure.part(value) else { continue }
                let message = StructuredMessage(part)
                #expect(message.files(of: RemoteID("x")).allSatisfy { $0.size >= 0 })
            }
        }
    }
}
