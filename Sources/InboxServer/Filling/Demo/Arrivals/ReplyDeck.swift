/// The replies that people have up their sleeves; each is dealt once before two are put together to a new one.
struct ReplyDeck: Sendable {
    private var left: [DemoPerson: [String]] = [:]
    private var dealt: Set<String> = []

    init(random: inout DemoRandom) {
        for deck in ReplyTexts.decks { left[deck.author] = deck.texts.shuffled(using: &random) }
    }

    /// Who may write in a thread: those it goes to, or who is on the list.
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

    /// What somebody other than `last` says next; nil when nobody has anything new.
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

    /// Two of a person's texts that haven't stood together yet.
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
