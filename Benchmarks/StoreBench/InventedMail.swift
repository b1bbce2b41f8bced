import Foundation
import InboxModel

/// Reproducible mail for any number of threads. Words, people and labels are distributed as unevenly as in real mailboxes.
struct InventedMail {
    static let labels = 20
    static let people = 5_000
    /// A word in a fixed share of the messages; `rareWord` is in only ten of them.
    static let commonWord = InventedMail.word(0)
    static let rareWord = "quokka"

    let threads: Int
    private static let newest = 1_767_225_600
    private static let owner = MailAddress(name: "Ann Ortiz", email: "ann@example.test")

    static let mailboxes: [RemoteMailbox] =
        ["inbox", "archive", "sent", "drafts", "trash", "junk"].map {
            RemoteMailbox(id: RemoteID($0), name: $0.capitalized, role: MailboxRole(rawValue: $0))
        } + (0..<labels).map { RemoteMailbox(id: RemoteID("label\($0)"), name: "Label\($0)", role: nil) }

    /// The messages of a thread, oldest first; thread 0 is the newest.
    func thread(_ number: Int) -> [RemoteMessage] {
        var random = BenchRandom(seed: number)
        let count = Self.sizes[random.below(Self.sizes.count)]
        let isNew = random.below(100) < 2
        let mailboxes = Self.mailboxes(&random)
        let subject = Self.text(5, &random)
        var date = Self.newest - number * 300
        var dates: [Int] = []
        for _ in 0..<count {
            dates.append(date)
            date -= 60 + random.below(200_000)
        }
        dates.reverse()
        return dates.indices.map { index in
            let isOwn = index > 0 && random.below(3) == 0
            let sender = isOwn ? Self.owner : Self.person(random.skewed(Self.people))
            let isLast = index == count - 1
            var keywords: Set<Keyword> = isNew && isLast && !isOwn ? [] : [.seen]
            if random.below(100) == 0 { keywords.insert(.flagged) }
            if random.below(20) == 0 { keywords.insert(.answered) }
            let isRare = isLast && number % max(1, threads / 10) == 0
            return RemoteMessage(
                id: RemoteID("message-\(number)-\(index)"), thread: RemoteID("thread-\(number)"),
                subject: index == 0 ? subject : "Re: " + subject, from: [sender],
                to: isOwn ? [Self.person(random.skewed(Self.people))] : [Self.owner],
                cc: random.below(10) == 0 ? [Self.person(random.skewed(Self.people))] : [],
                receivedAt: Date(timeIntervalSince1970: TimeInterval(dates[index])),
                snippet: (isRare ? Self.rareWord + " " : "") + Self.text(16, &random), keywords: keywords,
                mailboxes: isOwn ? [RemoteID("sent")] : mailboxes,
                files: random.below(20) == 0
                    ? [
                        MessageFile(
                            remoteID: RemoteID("file-\(number)-\(index)"), fileName: "\(Self.text(1, &random)).pdf",
                            contentType: "application/pdf", size: 40_000)
                    ] : [],
                messageIDHeader: "<\(number).\(index)@example.test>")
        }
    }

    static func address(_ number: Int) -> String { "\(word(number + 7)).\(word(number / 3))\(number)@shop.test" }

    private static let sizes = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 6]

    private static func person(_ number: Int) -> MailAddress {
        MailAddress(name: "\(word(number + 7).capitalized) \(word(number / 3).capitalized)", email: address(number))
    }

    private static func mailboxes(_ random: inout BenchRandom) -> Set<RemoteID> {
        let place = random.below(100)
        var found: Set<RemoteID> = [
            RemoteID(place < 20 ? "inbox" : place < 95 ? "archive" : place < 98 ? "junk" : "trash")
        ]
        if random.below(100) < 30 { found.insert(RemoteID("label\(random.skewed(labels))")) }
        if random.below(100) < 5 { found.insert(RemoteID("label\(random.skewed(labels))")) }
        return found
    }

    private static func text(_ count: Int, _ random: inout BenchRandom) -> String {
        (0..<count).map { _ in words[random.skewed(words.count)] }.joined(separator: " ")
    }

    private static let words = (0..<20_000).map(word)
    private static let starts = ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "pl"]
    private static let vowels = ["a", "e", "i", "o", "u"]

    private static func word(_ number: Int) -> String {
        var rest = number
        var text = ""
        repeat {
            text += starts[rest % starts.count] + vowels[rest / starts.count % vowels.count]
            rest /= starts.count * vowels.count
        } while rest > 0
        return text + "n"
    }
}

/// Fast random numbers, reproducible by their seed (SplitMix64).
struct BenchRandom {
    private var state: UInt64

    init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0xD134_2543_DE82_EF95 &+ 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// Returns mostly small and rarely large numbers: each doubling is equally likely.
    mutating func skewed(_ limit: Int) -> Int {
        let unit = Double(next() >> 11) / Double(1 << 53)
        return min(limit - 1, Int(pow(Double(limit + 1), unit)) - 1)
    }
}
