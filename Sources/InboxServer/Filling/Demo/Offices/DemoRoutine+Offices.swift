/// Shops, the bank, the library, the power company.
extension DemoRoutine {
    static let goods: [(name: String, price: Int)] = [
        ("Rubber-based black, 1 kg", 4_650), ("Reflex blue, 1 kg", 5_480), ("Gripper spring, left", 1_190),
        ("Composing stick, 8 inch", 7_200),
        ("Tympan paper, 10 m", 1_860), ("High-speed quoins, pair", 3_990), ("Brass thins, 10 pt, 500 g", 2_750),
        ("Hard manila, 25 sheets", 1_420),
        ("Type wash, low odour, 5 l", 3_380), ("Lint-free rags, 3 kg", 1_250), ("Reglet, assorted, one yard", 980),
        ("Magnesia, 200 g", 640),
        ("Bone folder (bone)", 890), ("Linen thread, waxed", 1_130), ("Gauge pins, dozen", 1_075),
        ("Line gauge, steel", 2_340),
        ("Micrometer oil", 560), ("Apron, blue, with pockets for everything", 2_890),
    ]
    private static let notes = [
        "Your springs travel in the biscuit tin after all. Please send it back. Wilf",
        "We've put in a sample of the new red. It's louder than it looks.",
        "The blue was out at the warehouse, so this one is from my own shelf. Wilf",
        "Handle the magnesia like a rumour: lightly, and with the window shut.",
        "One apron was missing a pocket. We've credited a pocket.",
        "Thank you for the poster! It hangs above the till and frightens people.",
    ]
    private static let loaves = [
        "2 rye, 1 white", "1 rye, 4 simit", "2 rye, 1 walnut", "1 sea-water rye (no. 12!), 2 white",
        "3 rye, the lane's eating with you?",
    ]

    static func offices(day: Int, random: inout DemoRandom) -> [DemoStory] {
        var stories: [DemoStory] = []
        for index in 0..<15 {
            let daysAgo = index == 0 ? 1 : 5 + index * 46 + random.below(12)
            stories.append(
                order(
                    20_831 - index * 143 - random.below(50), .daysAgo(daysAgo, at: 14.5), age: daysAgo, random: &random)
            )
        }
        for index in 1...11 { stories.append(statement(index, day: day, random: &random)) }
        for index in 0..<7 { stories.append(powerBill(index, day: day, random: &random)) }
        for index in 0..<9 {
            let daysAgo = 11 + index * 74 + random.below(9)
            let folder = folder(daysAgo: daysAgo, random: &random)
            stories.append(loan(index, .daysAgo(daysAgo, at: 8.1), folder, random: &random))
        }
        for index in 0..<10 { stories.append(bread(index, random: &random)) }
        return stories
    }

    static func order(
        _ number: Int, _ end: DemoStory.End, age: Int, in place: DemoFolder? = nil, random: inout DemoRandom
    ) -> DemoStory {
        let items = goods.shuffled(using: &random).prefix(2 + random.below(3)).map { ($0, 1 + random.below(3)) }
        var total = 690
        var rows: [String] = []
        for ((name, price), count) in items {
            total += price * count
            rows.append("  \(count) x \(padded(name, 42)) \(money(price * count))")
        }
        let text = """
            Hello {{me}},

            order QG-\(number) has left us this afternoon.

            \(rows.joined(separator: "\n"))
              \(padded("    carriage, careful", 46)) \(money(690))
              \(padded("    total", 46)) \(money(total))

            \(random.pick(notes))

            Quoin & Galley, everything for people who still do it
            """
        let folder = place ?? folder(daysAgo: age, random: &random)
        let pdf = DemoFile.pdf(
            "QG-\(number).pdf", title: "Quoin & Galley, order QG-\(number)",
            rows + ["", "Total \(money(total))", "Paid by card, thank you."])
        return automatic(
            "order-\(number)", "Order QG-\(number) has left us", end, .quoin, folder,
            DemoLetter(.quoin, files: random.chance(60) ? [pdf] : [], text))
    }

    private static func statement(_ index: Int, day: Int, random: inout DemoRandom) -> DemoStory {
        let daysAgo = index * 61
        let month = DemoTime(seconds: day - (daysAgo + 20) * 86_400, zone: 0).monthName
        let text = """
            Dear member,

            your statement for \(month) is ready in your online branch.

            \(random.pick([
                "A reminder: we're closed on the Thursday of the tide race, like everyone.",
                "New: you can now name your accounts. The most popular name so far is \"No\".",
                "The annual meeting takes place in the fish market hall. There'll be soup.",
                "We've raised the interest on savings. It's small, but it's up.",
                "Our branch at Pier Road has a ramp now. Come and try it.",
            ]))

            We never ask for your PIN or password by e-mail.
            Northgate Credit Union
            """
        return automatic(
            "statement-\(index)", "Your \(month) statement is ready", .daysAgo(daysAgo, at: 5.4), .bank,
            folder(daysAgo: daysAgo, random: &random), DemoLetter(.bank, text))
    }

    private static func powerBill(_ index: Int, day: Int, random: inout DemoRandom) -> DemoStory {
        let daysAgo = 17 + index * 92
        let units = 600 + random.below(500)
        let time = DemoTime(seconds: day - daysAgo * 86_400, zone: 0)
        let text = """
            Dear Ms Ortiz,

            Meter          TP-22-0041
            Used           \(units) units, of which the moon paid for \(units * 71 / 100)
            To pay         \(money(units * 31))
            Collected on   {{date+14}}

            The tide turned 1,412 times for you this quarter. If you print at night (we can see it!), the night rate starts at 21:00.

            Tidal Power Co-op
            """
        let pdf = DemoFile.pdf(
            "tidal-\(time.date.year)-\(time.date.month).pdf", title: "Tidal Power Co-op",
            ["Meter TP-22-0041", "\(units) units", "To pay: \(money(units * 31))"])
        return automatic(
            "power-\(index)", "Your power bill: \(money(units * 31))", .daysAgo(daysAgo, at: 10.2), .power,
            folder(daysAgo: daysAgo, random: &random),
            DemoLetter(.power, files: [pdf], text))
    }

    private static let books = [
        "Knots of the Baltic, vol. 1", "A Thousand Pages of Herring", "The Lighthouse Keeper's Ledger",
        "Everything about Sharks", "Small Hours",
        "Paper, a Wet History", "The Salt Almanac", "How Bridges Fail, and Why You'll Like It",
        "A Case of Small Capitals",
    ]

    static func loan(
        _ index: Int, _ end: DemoStory.End, _ folder: DemoFolder, random: inout DemoRandom
    ) -> DemoStory {
        let title = books[index % books.count]
        let text = """
            Hello {{me}},

            "\(title)" is due on {{day+3}}, {{date+3}}. \(random.pick([
                "Somebody is waiting for it, and we know who, and he's patient.", "Nobody's waiting, so you may renew it twice.",
                "If it has been in the sea, please tell us; we've seen worse.", "Should there be a bookmark of yours in it, we keep those in a box.",
            ]))

            Renew: https://saltmarsh-library.example/loans/\(40_000 + index * 17)
            Saltmarsh Library
            """
        return automatic(
            "loan-\(index)", "Due soon: \(title)", end, .library, folder, DemoLetter(.library, text))
    }

    private static func bread(_ index: Int, random: inout DemoRandom) -> DemoStory {
        let daysAgo = 7 + index * 68 + random.below(20)
        let basket = loaves[index % loaves.count]
        let text = """
            Good morning from the oven!

            This month you've had, each week: \(basket).
            On your account: \(money(2_900 + random.below(1_800))), minus one poster.

            \(random.pick(["The walnuts are new, from the south side of the hill.", "On Monday we're closed, I'm going to look at an oven in another town.", "Ben's simit are paid for by Ben. He insists. He left a note with one word."]))

            Demir Bakery, since before you got up
            """
        return automatic(
            "bread-\(index)", "Your bread account", .daysAgo(daysAgo, at: 4.9), .bakery,
            folder(daysAgo: daysAgo, random: &random), DemoLetter(.bakery, text))
    }

    private static func automatic(
        _ key: String, _ subject: String, _ end: DemoStory.End, _ from: DemoPerson, _ folder: DemoFolder,
        _ letter: DemoLetter
    ) -> DemoStory {
        DemoStory(key, .office, subject, end, in: folder, with: [from], isAutomatic: true, [letter])
    }

    static func money(_ hundredths: Int) -> String {
        "\(hundredths / 100).\(DemoTime.two(hundredths % 100))"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.utf8.count))
    }
}
