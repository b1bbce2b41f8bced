import Foundation

/// The stream of new mail. Texts are drawn like cards: each is dealt once before any comes again.
struct DemoArrivals: Sendable {
    /// A new thread that other people begin and continue.
    private struct Conversation: Sendable {
        let story: DemoStory
        /// The remaining lines, with the next one last.
        var lines: [(author: DemoPerson, text: String)]
        var tail: DemoScribe.Tail?
    }

    private let scribe: DemoScribe
    /// The threads that may get a reply, newest first.
    private var tails: [DemoScribe.Tail]
    private var random: DemoRandom
    private var count = 0
    private var waiting: [Conversation]
    private var running: [Conversation] = []
    private var replies: ReplyDeck
    private var notices: DemoNotices

    init(scribe: DemoScribe, tails: [DemoScribe.Tail], random: DemoRandom) {
        self.scribe = scribe
        self.random = random
        let open = tails.filter {
            !$0.story.isAutomatic && $0.story.folder == .inbox && !ReplyDeck.cast(of: $0.story).isEmpty
        }
        self.tails = Array(open.sorted { ($0.seconds, $0.story.key) > ($1.seconds, $1.story.key) }.prefix(40))
        replies = ReplyDeck(random: &self.random)
        notices = DemoNotices()
        waiting = Self.conversations(random: &self.random)
    }

    mutating func nextDelay() -> Duration {
        .milliseconds(20_000 + random.below(40_001))
    }

    mutating func next(now: Date) -> DemoMessage {
        count += 1
        let seconds = Int(now.timeIntervalSince1970.rounded(.down))
        switch random.below(100) {
        case ..<30: return goOn(seconds) ?? reply(seconds) ?? notice(seconds)
        case ..<55: return reply(seconds) ?? goOn(seconds) ?? notice(seconds)
        case ..<72: return begin(seconds) ?? reply(seconds) ?? notice(seconds)
        default: return notice(seconds)
        }
    }
}

extension DemoArrivals {
    private static func conversations(random: inout DemoRandom) -> [Conversation] {
        let sources: [(text: String, topic: DemoStory.Topic, list: DemoList?)] = [
            (ArrivalTexts.direct, .press, nil), (ArrivalTexts.lane, .lane, .lane),
            (ArrivalTexts.presswork, .presswork, .presswork), (ArrivalTexts.folio, .folio, .folio),
        ]
        let all = sources.flatMap { source in
            DemoScript.parse(source.text).map { script in
                let key =
                    "new-"
                    + script.subject.unicodeScalars.reduce(5_381) { ($0 &* 33 &+ Int($1.value)) & 0xFFF_FFFF }
                    .description
                let story = DemoStory(
                    key, source.topic, script.subject, .minutesAgo(0), in: .inbox, list: source.list,
                    with: script.others, [])
                return Conversation(story: story, lines: script.lines.reversed())
            }
        }
        return all.shuffled(using: &random)
    }

    private mutating func begin(_ seconds: Int) -> DemoMessage? {
        guard let conversation = waiting.popLast() else { return nil }
        running.append(conversation)
        return advance(running.count - 1, seconds)
    }

    private mutating func goOn(_ seconds: Int) -> DemoMessage? {
        running.isEmpty ? nil : advance(random.below(running.count), seconds)
    }

    private mutating func advance(_ index: Int, _ seconds: Int) -> DemoMessage? {
        guard let line = running[index].lines.popLast() else { return nil }
        let conversation = running[index]
        let (message, tail) = write(
            DemoLetter(line.author, line.text), in: conversation.story, after: conversation.tail, seconds)
        if conversation.lines.isEmpty {
            running.remove(at: index)
            tails.insert(tail, at: 0)
        } else {
            running[index].tail = tail
        }
        return message
    }

    private mutating func reply(_ seconds: Int) -> DemoMessage? {
        // Picks the newer of two, so that mostly recent threads continue.
        let first = min(random.below(tails.count), random.below(tails.count))
        for step in tails.indices {
            let index = (first + step) % tails.count
            let tail = tails[index]
            guard let answer = replies.deal(for: tail.story, after: tail.lastAuthor, random: &random) else { continue }
            let (message, next) = write(DemoLetter(answer.author, answer.text), in: tail.story, after: tail, seconds)
            tails.remove(at: index)
            tails.insert(next, at: min(8, tails.count))
            return message
        }
        return nil
    }

    private mutating func notice(_ seconds: Int) -> DemoMessage {
        let story = notices.next(&random)
        let letter = story.letters.first ?? DemoLetter(.gazette, "")
        return write(letter, in: story, after: nil, seconds).message
    }

    private func write(
        _ letter: DemoLetter, in story: DemoStory, after tail: DemoScribe.Tail?, _ seconds: Int
    ) -> (message: DemoMessage, tail: DemoScribe.Tail) {
        let time = DemoTime(seconds: seconds, zone: letter.from.zone)
        // The id includes the time, because the same seed may run again over the mail of its previous run.
        let id = "\(story.key).n\(count).\(String(seconds, radix: 36)).\(scribe.mark)"
        let mail = scribe.mail(letter, of: story, at: time, id: id, answering: tail?.last)
        let message = DemoMessage(
            raw: mail.bytes, receivedAt: Date(timeIntervalSince1970: TimeInterval(seconds)), folder: story.folder,
            isUnread: true, isStarred: false)
        return (message, DemoScribe.Tail(story: story, last: .init(mail), lastAuthor: letter.from, seconds: seconds))
    }
}
