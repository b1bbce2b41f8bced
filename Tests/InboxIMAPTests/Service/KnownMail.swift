import InboxModel

/// A message as far as it must be the same on both sides.
struct KnownMail: Hashable, Sendable, CustomStringConvertible {
    var keywords: Set<Keyword>
    /// Names of mailboxes.
    var mailboxes: Set<String>

    var description: String { "\(keywords.map(\.rawValue).sorted()) in \(mailboxes.sorted())" }
}

extension TestMailServer {
    /// What a client should know of the mail, by Message-ID. Copies that are marked as deleted do not count.
    func truth() -> [String: KnownMail] {
        var copies: [String: [(folder: String, flags: Set<String>)]] = [:]
        for (folder, mails) in snapshot() {
            for mail in mails where !mail.flags.contains("\\Deleted") {
                copies[NumberedMail.header(of: mail.bytes), default: []].append((folder, mail.flags))
            }
        }
        return copies.mapValues { copies in
            var keywords = Set(copies.flatMap(\.flags).map(Self.keyword))
            if !copies.allSatisfy({ $0.flags.contains("\\Seen") }) { keywords.remove(.seen) }
            return KnownMail(keywords: keywords, mailboxes: Set(copies.map(\.folder)))
        }
    }

    private static func keyword(_ flag: String) -> Keyword {
        Keyword(flag.hasPrefix("\\") ? "$" + flag.dropFirst() : flag)
    }

    /// Mail that is in a folder more than once, by Message-ID.
    func doubled() -> [String] {
        snapshot().flatMap { folder, mails -> [String] in
            let there = mails.filter { !$0.flags.contains("\\Deleted") }.map { NumberedMail.header(of: $0.bytes) }
            return Dictionary(grouping: there) { $0 }.filter { $0.value.count > 1 }.keys.map { "\($0) in \(folder)" }
        }.sorted()
    }
}
