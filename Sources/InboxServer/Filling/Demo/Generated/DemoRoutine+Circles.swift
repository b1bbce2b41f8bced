/// The monthly threads of choir and book club.
extension DemoRoutine {
    static func circles(random: inout DemoRandom) -> [DemoStory] {
        choirCalls(random: &random) + monthlyBooks(random: &random)
    }

    private static func choirCalls(random: inout DemoRandom) -> [DemoStory] {
        var excuses = CircleTexts.excuses.shuffled(using: &random)
        return CircleTexts.calls.shuffled(using: &random).enumerated().map { index, call in
            var letters = [DemoLetter(.ingrid, call.text)]
            var last = DemoPerson.ingrid
            for _ in 0..<(4 + random.below(3)) {
                if excuses.isEmpty { excuses = CircleTexts.excuses.shuffled(using: &random) }
                let position = excuses.lastIndex { $0.author != last } ?? excuses.count - 1
                let excuse = excuses.remove(at: position)
                last = excuse.author
                letters.append(DemoLetter(excuse.author, 0.3 + Double(random.below(160)) / 20, answers: 0, excuse.text))
            }
            letters.append(DemoLetter(.ingrid, 1 + Double(random.below(100)) / 20, random.pick(CircleTexts.verdicts)))
            let daysAgo = 13 + index * 44 + random.below(6)
            return DemoStory(
                "choir-\(index)", .choir, call.subject, .daysAgo(daysAgo, at: hour(&random)),
                in: folder(daysAgo: daysAgo, random: &random), with: [.ingrid, .piotr, .nadia, .judith], letters)
        }
    }

    private static func monthlyBooks(random: inout DemoRandom) -> [DemoStory] {
        var reactions = CircleTexts.reactions.shuffled(using: &random)
        return CircleTexts.books.enumerated().map { index, book in
            let opening =
                "Dear readers,\n\nnext is \"\(book.title)\". \(book.opening)\n\nLast Thursday of the month. No endings before the day."
            var letters = [DemoLetter(.judith, opening)]
            var last = DemoPerson.judith
            for _ in 0..<(6 + random.below(4)) {
                if reactions.isEmpty { reactions = CircleTexts.reactions.shuffled(using: &random) }
                let position = reactions.lastIndex { $0.author != last } ?? reactions.count - 1
                let reaction = reactions.remove(at: position)
                last = reaction.author
                letters.append(DemoLetter(reaction.author, 2 + Double(random.below(700)) / 20, reaction.text))
            }
            let daysAgo = 36 + index * 55 + random.below(8)
            return DemoStory(
                "book-\(index)", .club, "Book: \(book.title)", .daysAgo(daysAgo, at: hour(&random)),
                in: folder(daysAgo: daysAgo, random: &random), with: [.judith, .owen, .nadia, .felix, .mum], letters)
        }
    }
}
