import Foundation
public import InboxModel

/// Random mail with everything that is difficult for queries: empty text, accents, scripts without blanks, signs, ties.
public struct MailRandom: Sendable {
    public static let words = [
        "lunch", "Lunch", "LUNCH", "café", "cafe", "CAFE\u{301}", "naïve", "Straße", "strasse", "東京", "東京2020", "日本語",
        "本", "한국어",
        "русский", "ελληνικά", "don't", "a.b", "x-y", "12:30", "NOT", "OR", "AND", "NEAR", "*", "\"", "(", ")", "^",
        "-",
        "10%", "i", "İ", "ﬁle", "𝔘nicode", "🎉", "e\u{301}\u{323}", "ไทย", "\u{0D4E}ക", "lun", "re:", "x",
    ]
    public static let people = ["anna", "ben", "carla", "dörte", "東", "me"]
    public static let mailboxes = RemoteMailbox.usual.map(\.id.rawValue)

    public static func text(_ random: inout SeededRandom, most: Int = 5) -> String {
        if random.chance(15) { return "" }
        return (0..<random.int(1..<(most + 1))).map { _ in random.pick(words) }.joined(
            separator: random.chance(10) ? "" : " ")
    }

    public static func address(_ random: inout SeededRandom) -> MailAddress {
        let person = random.pick(people)
        let domain = random.pick(["example.test", "Shop.Test", "sub.example.test", ""])
        let email = random.chance(5) ? "" : "\(random.chance(20) ? person.uppercased() : person)@\(domain)"
        return MailAddress(name: random.chance(30) ? "" : text(&random, most: 2), email: email)
    }

    public static func addresses(_ random: inout SeededRandom, most: Int = 3) -> [MailAddress] {
        (0..<random.int(0..<(most + 1))).map { _ in address(&random) }
    }

    public static func keywords(_ random: inout SeededRandom) -> Set<Keyword> {
        var keywords = Set(
            random.some(of: [Keyword.seen, .flagged, .answered, Keyword("label"), Keyword("$label1")], percent: 35))
        if random.chance(8) { keywords.insert(.draft) }
        return keywords
    }

    /// - Parameter threads: the number of threads to choose from.
    public static func message(_ id: Int, threads: Int, _ random: inout SeededRandom) -> RemoteMessage {
        RemoteMessage(
            id: RemoteID("m\(id)"), thread: RemoteID("t\(random.int(0..<threads))"), subject: text(&random),
            from: addresses(&random, most: 2), to: addresses(&random), cc: addresses(&random, most: 1),
            bcc: random.chance(10) ? addresses(&random, most: 1) : [], receivedAt: .test(random.int(0..<20) * 60),
            snippet: text(&random), keywords: keywords(&random),
            mailboxes: Set(random.some(of: mailboxes, percent: 20).map { RemoteID($0) }), files: files(&random),
            listID: random.pick([nil, nil, "", "dev.shop.test", "Dev.Shop.Test.example", "list"]),
            body: random.chance(40) ? MessageBody(plain: text(&random, most: 12)) : nil)
    }

    private static func files(_ random: inout SeededRandom) -> [MessageFile] {
        (0..<(random.chance(30) ? random.int(1..<3) : 0)).map { number in
            MessageFile(
                remoteID: RemoteID("f\(number)"), fileName: text(&random, most: 2), contentType: "text/plain",
                size: random.int(0..<4) * 100)
        }
    }
}
