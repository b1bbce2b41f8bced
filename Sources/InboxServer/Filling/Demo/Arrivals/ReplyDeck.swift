/// The stock of replies. Each is dealt once; after that, two are combined into a new one.
struct ReplyDeck: Sendable {
    private var left: [DemoPerson: [String]] = [:]
    private var dealt: Set<String> = []

    init(random: inout DemoRandom) {
        for deck in ReplyTexts.decks { left[deck.author] = deck.texts.shuffled(using: &random) }
    }

    /// Returns the people who may write in a thread: its recipients, or list members.
    static func cast(of story: DemoStory) -> [DemoPerson] {
        let members: [DemoPerson] =
            switch story.list == nil ? nil : story.topic {
            case .folio: [.devon, .priya, .lars, .sofia]
            case .presswork: [.gwen, .hiro, .marcus]
            case .lane: [.aoife, .colin, .yusuf]
            default: story.people
            }
        return members.filter { person in ReplyTexts.decks.contains { $0.author == person } }
    }

    /// Returns the next reply, from somebody other than `last`; nil when nobody has anything new.
    mutating func deal(
        for story: DemoStory, after last: DemoPerson, random: inout DemoRandom
    ) -> (author: DemoPerson, text: String)? {
        for person in Self.cast(of: story).shuffled(using: &random) where person != last {
            if let text = left[person]?.popLast() {
                dealt.insert(text)
                return (person, text)
            }
            if let text = combination(of: person, random: &random) { return (person, text) }
        }
        return nil
    }

    /// Returns two of a person's texts that have not been combined yet.
    private mutating func combination(of person: DemoPerson, random: inout DemoRandom) -> String? {
        guard let texts = ReplyTexts.decks.first(where: { $0.author == person })?.texts, texts.count > 1 else {
            return nil
        }
        for _ in 0..<8 {
            let pair = texts.shuffled(using: &random).prefix(2)
            let text = pair.joined(separator: "\n\n")
            if dealt.insert(text).inserted { return text }
        }
        return nil
    }
}
