/// New mail from programs: builds, the morning paper, parcels, and junk.
struct DemoNotices: Sendable {
    private var build = 4_128
    private var gazette = 9_401
    private var order = 20_860
    private var loan = 300
    private var junk = 0

    mutating func next(_ random: inout DemoRandom) -> DemoStory {
        switch random.below(20) {
        case ..<5: failedBuild(&random)
        case ..<8: nightly(&random)
        case ..<12: morningPaper(&random)
        case ..<15: parcel(&random)
        case ..<18: reminder(&random)
        default: spam(&random)
        }
    }
}

extension DemoNotices {
    private mutating func failedBuild(_ random: inout DemoRandom) -> DemoStory {
        build += 1
        let report = DemoRoutine.failure(build: build, random: &random)
        return DemoStory(
            "build-\(build)", .folio, report.subject, .minutesAgo(0), in: .inbox, list: .folio, isAutomatic: true,
            [DemoLetter(.builds, report.text)])
    }

    private mutating func nightly(_ random: inout DemoRandom) -> DemoStory {
        build += 1
        let size = 2_100 + random.below(90)
        let remarks = [
            "All machines are green. They'd like you to know.", "Slower than last time by a blink.",
            "The manual has grown by a page; it's the cucumber.",
            "No test was skipped, and none complained.", "One warning, in a comment, in Italian.",
            "Fastest build since the fan was cleaned.",
        ]
        let text = """
            folio \(build) is ready for everyone who likes their bread warm.

            Commit    \(DemoRoutine.hash(&random))
            Tests     \(DemoRoutine.grouped(DemoRoutine.testCount(build))) passed, 0 failed
            Size      \(size) kB (\(random.chance(50) ? "+" : "-")\(1 + random.below(9)) kB)
            Built in  \(4 + random.below(6)) min \(DemoTime.two(random.below(60))) s

            \(random.pick(remarks))

            https://builds.folio-tools.example/nightly/\(build)
            """
        return DemoStory(
            "build-\(build)", .folio, "folio #\(build) is green", .minutesAgo(0), in: .inbox, list: .folio,
            isAutomatic: true,
            [DemoLetter(.builds, text)])
    }

    private mutating func morningPaper(_ random: inout DemoRandom) -> DemoStory {
        gazette += 1
        let rows = Array(LocalTexts.news.shuffled(using: &random).prefix(5))
        return DemoRoutine.gazette(gazette, rows, .minutesAgo(0), .inbox, isUnread: true)
    }

    private mutating func parcel(_ random: inout DemoRandom) -> DemoStory {
        order += 1 + random.below(7)
        return DemoRoutine.order(order, .minutesAgo(0), age: 0, in: .inbox, random: &random)
    }

    private mutating func reminder(_ random: inout DemoRandom) -> DemoStory {
        loan += 1
        return DemoRoutine.loan(loan, .minutesAgo(0), .inbox, random: &random)
    }

    private mutating func spam(_ random: inout DemoRandom) -> DemoStory {
        junk += 1
        let names = [
            "Dr. Winner", "Miss Fortune", "Cash Desk 9", "Account Team", "Prince of Somewhere", "Roof Cleaning Deals",
        ]
        let things = [
            "cruise", "roof", "inheritance", "toner", "crypto wallet", "hearing aid", "timeshare on the moon",
        ]
        let pleas = [
            "Act now", "Last chance", "Your final reminder", "Don't miss out", "We've been trying to reach you",
        ]
        let thing = random.pick(things)
        let sender = DemoPerson("spam", random.pick(names), "offer\(junk)@bulk-\(100 + random.below(900)).example")
        let sum = 100 + random.below(900)
        let text = """
            \(random.pick(pleas))! Your \(thing) is waiting, reference \(sum)-\(junk). To release it simply send \(sum), or your best regards and your
            card number.
            """
        return DemoStory(
            "junk-\(junk)-\(sum)", .office, "\(random.pick(pleas)): your \(thing) (ref. \(sum)-\(junk))",
            .minutesAgo(0), in: .junk, with: [sender],
            isAutomatic: true, headers: [("X-Spam-Flag", "YES")], [DemoLetter(sender, text)])
    }
}
