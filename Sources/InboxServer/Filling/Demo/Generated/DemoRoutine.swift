/// Two years of everyday mail around the stories: short exchanges, patches, robots, newsletters, receipts.
enum DemoRoutine {
    /// The age in days of the oldest mail.
    static let days = 728
    /// The age up to which threads are mostly still in the inbox.
    static let inboxDays = 110

    /// `day` is the start of today, in seconds since 1970.
    static func stories(day: Int, random: inout DemoRandom) -> [DemoStory] {
        exchanges(random: &random) + circles(random: &random) + patches(random: &random)
            + robots(random: &random) + newsletters(day: day, random: &random) + offices(day: day, random: &random)
    }

    /// Returns the folder of a thread that old: people tidy up, but not everything, and not at once.
    static func folder(daysAgo: Int, random: inout DemoRandom) -> DemoFolder {
        let stays = daysAgo < inboxDays ? 85 : daysAgo < 200 ? 12 : 0
        return random.chance(stays) ? .inbox : .archive
    }

    private static func exchanges(random: inout DemoRandom) -> [DemoStory] {
        let press = DemoScript.parse(notesAtThePress).map { ($0, DemoStory.Topic.press, DemoList?.none) }
        let home = DemoScript.parse(notesAtHome).map { ($0, DemoStory.Topic.family, DemoList?.none) }
        let lane = DemoScript.parse(notesInTheLane).map { ($0, DemoStory.Topic.lane, DemoList?.some(.lane)) }
        let list = DemoScript.parse(notesOnPresswork).map {
            ($0, DemoStory.Topic.presswork, DemoList?.some(.presswork))
        }
        let all = (press + home + lane + list).shuffled(using: &random)
        // Denser towards today, as most old mail has been deleted.
        return all.enumerated().map { index, entry in
            let (script, topic, list) = entry
            let age = Double(index) / Double(all.count)
            let daysAgo = 2 + Int(age * age * Double(days - 20)) + random.below(3)
            return story(script, key: "note-\(index)", topic, list, daysAgo: daysAgo, random: &random)
        }
    }

    private static func story(
        _ script: DemoScript, key: String, _ topic: DemoStory.Topic, _ list: DemoList?, daysAgo: Int,
        random: inout DemoRandom
    ) -> DemoStory {
        let letters = script.lines.enumerated().map { index, line in
            DemoLetter(line.author, index == 0 ? 0 : 0.15 + Double(random.below(200)) / 40, line.text)
        }
        let folder = folder(daysAgo: daysAgo, random: &random)
        let mayBeUnread = folder == .inbox && daysAgo < 60 && letters.last?.from != .me
        return DemoStory(
            key, topic, script.subject, .daysAgo(daysAgo, at: hour(&random)), in: folder, list: list,
            with: script.others,
            unread: mayBeUnread && random.chance(8) ? 1 : 0, isStarred: random.chance(5), letters)
    }

    /// Returns an hour at which people write.
    static func hour(_ random: inout DemoRandom) -> Double {
        8 + Double(random.below(13 * 60)) / 60
    }
}
