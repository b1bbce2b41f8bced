import Foundation
import Synchronization

/// The name of a message's file in a Maildir: what identifies it, and its flags (cr.yp.to/proto/maildir.html).
struct MaildirFileName: Hashable, Sendable {
    /// Everything before the flags.
    let stem: String
    /// What stands between the stem and `2,`: a colon, or what programs on file systems without colons use.
    private let separator: Character
    /// The letters after `2,`: D draft, F flagged, P passed on, R replied to, S seen, T trashed, and others' own.
    var flags: Set<Character>

    /// Works on bytes: a folder may have a hundred thousand files, which are listed at each change.
    init(_ name: String) {
        let bytes = Array(name.utf8)
        let cut = Self.last(in: bytes) {
            bytes[$0 + 1] == 0x32 && bytes[$0 + 2] == 0x2C && Self.separators.contains(bytes[$0])
        }
        guard let cut else {
            (stem, separator, flags) = (name, ":", [])
            return
        }
        stem = String(decoding: bytes[..<cut], as: UTF8.self)
        separator = Character(UnicodeScalar(bytes[cut]))
        flags = Set(String(decoding: bytes[(cut + 3)...], as: UTF8.self))
    }

    private static let separators: [UInt8] = [0x3A, 0x21, 0x3B]

    /// The last place with three bytes that are what is looked for.
    private static func last(in bytes: [UInt8], where isIt: (Int) -> Bool) -> Int? {
        bytes.count < 3 ? nil : (0...bytes.count - 3).last(where: isIt)
    }

    private init(stem: String, separator: Character, flags: Set<Character>) {
        (self.stem, self.separator, self.flags) = (stem, separator, flags)
    }

    /// The name in `cur`. The flags stand in the order of their letters, as the format wants it.
    var text: String { "\(stem)\(separator)2,\(String(flags.sorted()))" }

    /// What identifies the message in its folder. mbsync adds the server's number to the name afterwards (`,U=12`).
    var key: String {
        let bytes = Array(stem.utf8)
        let mark = Self.last(in: bytes) { bytes[$0] == 0x2C && bytes[$0 + 1] == 0x55 && bytes[$0 + 2] == 0x3D }
        guard let mark else { return Self.distinct(stem) }
        let rest = bytes[(mark + 3)...].drop { (0x30...0x39).contains($0) }
        return Self.distinct(String(decoding: bytes[..<mark] + rest, as: UTF8.self))
    }

    /// Two names may differ in their bytes only, as “é” can be written in two ways, and are equal as texts. All but one are spelled out.
    private static func distinct(_ name: String) -> String {
        let isUsual =
            name.utf8.allSatisfy { $0 < 0x80 }
            || name.utf8.elementsEqual(name.precomposedStringWithCanonicalMapping.utf8)
        return isUsual ? name : name.utf8.map { String($0, radix: 16) }.joined(separator: "-")
    }

    private static let count = Atomic(0)

    /// The name of this machine, as it knows itself: no name server is asked.
    private static let host: String = {
        var name = [CChar](repeating: 0, count: 65)
        gethostname(&name, 64)
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(text.map { "/:!;,".contains($0) ? "_" : $0 })
    }()

    /// A name that no file has. What comes into a folder needs one, since mbsync would take the old number for that folder's.
    static func unique(flags: Set<Character>) -> MaildirFileName {
        let now = Date().timeIntervalSince1970
        let micros = Int((now - now.rounded(.down)) * 1e6)
        let number = count.add(1, ordering: .relaxed).newValue
        let process = ProcessInfo.processInfo.processIdentifier
        return MaildirFileName(
            stem: "\(Int(now)).M\(micros)P\(process)Q\(number).\(host)", separator: ":", flags: flags)
    }
}

/// The marks of a message that a Maildir can keep.
struct MaildirMarks: OptionSet, Hashable, Sendable {
    let rawValue: Int

    static let seen = MaildirMarks(rawValue: 1)
    static let flagged = MaildirMarks(rawValue: 2)
    static let replied = MaildirMarks(rawValue: 4)
    static let passed = MaildirMarks(rawValue: 8)

    private static let letters: [(Character, MaildirMarks)] = [
        ("S", .seen), ("F", .flagged), ("R", .replied), ("P", .passed),
    ]

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ flags: Set<Character>) {
        self = Self.letters.reduce(into: []) { marks, letter in
            if flags.contains(letter.0) { marks.insert(letter.1) }
        }
    }

    /// Returns the flags with the marks that differ from `old` set or taken away. All other flags stay.
    func applied(to flags: Set<Character>, since old: MaildirMarks) -> Set<Character> {
        var flags = flags
        for (letter, mark) in Self.letters where contains(mark) != old.contains(mark) {
            if contains(mark) { flags.insert(letter) } else { flags.remove(letter) }
        }
        return flags
    }

    /// Returns these marks with what changed between two other states.
    func changed(from old: MaildirMarks, to new: MaildirMarks) -> MaildirMarks {
        let changed = old.symmetricDifference(new)
        return subtracting(changed).union(new.intersection(changed))
    }
}
