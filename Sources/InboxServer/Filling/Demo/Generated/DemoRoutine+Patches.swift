import InboxModel

/// Patches to Folio, and the list's comments on them.
extension DemoRoutine {
    /// A change: its diff, and the remarks on lines of it.
    struct Change: Sendable {
        let author: DemoPerson
        let subject: String
        let reason: String
        let file: String
        let place: String
        let diff: String
        /// The remarks with their authors; each quotes an added line.
        let remarks: [(author: DemoPerson, line: String, text: String)]
        /// The author's answer to the first remark.
        let answer: String
    }

    static let verdicts: [(author: DemoPerson, text: String)] = [
        (.devon, "Applied, thanks. It'll be in the next nightly."),
        (.devon, "Applied with the comma moved. Thank you for the test, above all."),
        (
            .priya,
            "Tested on big-endian as well, since I had the machine warm. Tested-by: Priya Raman <priya@raman.example>"
        ),
        (
            .me,
            "Ran it over the chapbook and the museum booklet: byte for byte the same, apart from the part that should differ. Acked-by: me, at the press, with inky thumbs."
        ),
        (.devon, "Queued for 4.2. If nothing catches fire by Friday I'll merge it."),
        (.sofia, "I translated the new message into Italian while reading. It is longer and more polite, of course."),
        (.priya, "No further comments from me, which I'd like to have recorded."),
        (.me, "Merged. Ben has printed it, in the literal sense: page 3 of the diff hangs by the kettle."),
    ]

    private static let secondRounds = [
        "v2: what the review asked for, apart from the one thing that I answered there.",
        "Changes since v1: a test, a better name, and one comment fewer.",
        "v2, rebased, since main has moved. The diff is the same; the test is new.",
        "v2: said less in the message and more in the code, as was proposed.",
        "Changes since v1: none in this file, the test comes with it now.",
    ]

    static func patches(random: inout DemoRandom) -> [DemoStory] {
        let changes = (changesToPages + changesToFiles).shuffled(using: &random)
        return changes.enumerated().map { index, change in
            let daysAgo = 4 + index * 690 / changes.count + random.below(8)
            let folder = folder(daysAgo: daysAgo, random: &random)
            return DemoStory(
                "patch-\(index)", .folio, "[PATCH] \(change.subject)", .daysAgo(daysAgo, at: hour(&random)), in: folder,
                list: .folio, unread: folder == .inbox && random.chance(20) ? 1 : 0,
                letters(of: change, random: &random))
        }
    }

    static func letters(of change: Change, random: inout DemoRandom) -> [DemoLetter] {
        var letters = [DemoLetter(change.author, text(of: change, random: &random))]
        for remark in change.remarks {
            letters.append(DemoLetter(remark.author, gap(&random), answers: 0, "> +\(remark.line)\n\n\(remark.text)"))
        }
        if let first = change.remarks.first {
            let quoted = first.text.split(separator: "\n").first.map { "> \($0)\n\n" } ?? ""
            let isShort = quoted.utf8.count < 80
            letters.append(DemoLetter(change.author, gap(&random), answers: 1, (isShort ? quoted : "") + change.answer))
        }
        let willing = verdicts.filter { $0.author != change.author }.shuffled(using: &random)
        let second = random.pick(secondRounds)
        let again = text(of: change, reason: "\(change.reason)\n\n\(second)", random: &random)
        letters.append(
            DemoLetter(change.author, 14 + gap(&random), answers: 0, subject: "[PATCH v2] \(change.subject)", again))
        for verdict in willing.prefix(2 + random.below(2)) {
            letters.append(DemoLetter(verdict.author, gap(&random), answers: change.remarks.count + 2, verdict.text))
        }
        return letters
    }

    /// Returns the mail as git formats it: reason, summary, diff.
    static func text(of change: Change, reason: String? = nil, random: inout DemoRandom) -> String {
        let lines = change.diff.split(separator: "\n", omittingEmptySubsequences: false)
        let added = lines.count { $0.hasPrefix("+") }
        let removed = lines.count { $0.hasPrefix("-") }
        let start = 20 + random.below(400)
        let old = String(random.next() & 0xFFF_FFFF | 0x100_0000, radix: 16)
        let new = String(random.next() & 0xFFF_FFFF | 0x100_0000, radix: 16)
        return """
            \(reason ?? change.reason)

            Signed-off-by: \(change.author == .me ? "Ann Ortiz" : change.author.address.name)
            ---
             \(change.file) | \(added + removed) \(String(repeating: "+", count: added))\(String(repeating: "-", count: removed))
             1 file changed, \(added) insertions(+), \(removed) deletions(-)

            diff --git a/\(change.file) b/\(change.file)
            index \(old.prefix(7))..\(new.prefix(7)) 100644
            --- a/\(change.file)
            +++ b/\(change.file)
            @@ -\(start),\(lines.count - added) +\(start),\(lines.count - removed) @@ \(change.place)
            \(change.diff)
            """
    }

    private static func gap(_ random: inout DemoRandom) -> Double {
        0.4 + Double(random.below(300)) / 30
    }
}
