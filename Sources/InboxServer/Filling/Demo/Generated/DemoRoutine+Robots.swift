/// The mail of Folio's build robot.
extension DemoRoutine {
    private static let tests = [
        "imposition/saddle_test \"64 pages on thin paper\"", "imposition/perfect_test \"odd page count\"",
        "marks/crop_test \"bleed of 9 mm\"", "reader/xref_test \"table with a hole\"",
        "reader/lexer_test \"ends in a number\"",
        "fonts/subset_test \"same font, two names\"", "output/rename_test \"disk is full\"",
        "labels/roman_test \"page mmxxvi\"",
        "boxes/trim_test \"trim box of one point\"", "order/rtl_test \"first page last\"",
        "preview/fold_test \"dashes at 10 %\"",
        "paper/caliper_test \"xuan, damp\"",
    ]
    private static let reasons = [
        "expected 16, got 15", "timed out after 60 s", "leaks 48 bytes in 1 object",
        "differs from the stored page at byte 40,113",
        "exit status 139 (signal 11)", "expected \"iv\", got \"iiii\"", "expected 0.42 mm, got 0.43 mm",
        "no such file: build/tests/tmp/a.pdf",
    ]
    private static let machines = ["amd64-debian", "arm64-debian", "riscv64-debian", "amd64-macos", "s390x-debian"]
    private static let titles = [
        "boxes: warn when the trim box is the whole sheet", "fonts: compare bytes, not names",
        "tests: shuffle their order",
        "labels: clean what the file says", "marks: shorten instead of clipping", "output: mkstemp",
        "manual: the cucumber",
        "order: right-to-left books begin at the other end", "nup: near() is a tenth of a point",
        "errors: page first, object after",
    ]
    private static let asides = [
        "Somebody's coffee is getting cold.", "The other four machines don't see it.",
        "It passed an hour ago, for what it's worth.",
        "Same test as on Monday.", "First failure of this test since last spring.", "Retried twice; it means it.",
        "The machine was otherwise in good spirits.",
    ]

    static func robots(random: inout DemoRandom) -> [DemoStory] {
        (0..<34).map { index in
            let daysAgo = 5 + index * 21 + random.below(9)
            let build = 4_120 - index * 97 - random.below(60)
            let report = failure(build: build, random: &random)
            let folder = folder(daysAgo: daysAgo, random: &random)
            var letters = [DemoLetter(.builds, report.text)]
            if random.chance(65) {
                letters.append(
                    DemoLetter(
                        .builds, 0.6 + Double(random.below(120)) / 20,
                        "Green again with \(hash(&random)). Build \(build + 1 + random.below(6)), all tests passed."))
            }
            return DemoStory(
                "robot-\(index)", .folio, report.subject, .daysAgo(daysAgo, at: hour(&random)), in: folder,
                list: .folio,
                unread: folder == .inbox && random.chance(15) ? 1 : 0, isAutomatic: true, letters)
        }
    }

    /// Returns the subject and text for a failed build.
    static func failure(build: Int, random: inout DemoRandom) -> (subject: String, text: String) {
        let count = 1 + random.below(3)
        let failed = tests.shuffled(using: &random).prefix(count)
        let machine = random.pick(machines)
        let total = testCount(build)
        let list = failed.map { "FAILED   \($0)\n         \(random.pick(reasons))" }.joined(separator: "\n")
        let subject = "folio #\(build) failed on \(machine): \(count) of \(grouped(total)) tests"
        let text = """
            Commit   \(hash(&random))  "\(random.pick(titles))"
            Branch   main
            Machine  \(machine), \(3 + random.below(9)) min \(DemoTime.two(random.below(60))) s

            \(list)
            passed   \(grouped(total - count))

            \(random.pick(asides))

            Log: https://builds.folio-tools.example/main/\(build)
            """
        return (subject, text)
    }

    /// The number of tests grows with the builds.
    static func testCount(_ build: Int) -> Int {
        1_001 + build / 13
    }

    /// `1,318`
    static func grouped(_ number: Int) -> String {
        guard number >= 1_000 else { return "\(number)" }
        let rest = "\(number % 1_000)"
        return "\(number / 1_000)," + String(repeating: "0", count: 3 - rest.count) + rest
    }

    static func hash(_ random: inout DemoRandom) -> String {
        String(String(random.next() | 1 << 63, radix: 16).prefix(7))
    }
}
