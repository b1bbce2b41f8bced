/// Mail from subscriptions.
extension DemoRoutine {
    static func newsletters(day: Int, random: inout DemoRandom) -> [DemoStory] {
        let leads = MarginTexts.leads.dropFirst().shuffled(using: &random)
        let recipes = KitchenTexts.recipes.shuffled(using: &random)
        var stories = [freshMargin(random: &random)]
        for (index, lead) in leads.enumerated() {
            let daysAgo = 15 + index * 23 + random.below(3)
            stories.append(margin(60 - index, lead, .daysAgo(daysAgo, at: 7.5), age: daysAgo, random: &random))
        }
        for (index, recipe) in recipes.enumerated() {
            stories.append(kitchen(48 - index, recipe, daysAgo: 3 + index * 38 + random.below(4), random: &random))
        }
        for index in 0..<18 { stories.append(gazette(index, daysAgo: 2 + index * index * 2, random: &random)) }
        for index in 0..<16 { stories.append(school(index, day: day, random: &random)) }
        return stories
    }

    private static func freshMargin(random: inout DemoRandom) -> DemoStory {
        margin(61, MarginTexts.leads[0], .minutesAgo(276), age: 0, random: &random)
    }

    static func margin(
        _ issue: Int, _ lead: (title: String, text: String), _ end: DemoStory.End, age: Int, random: inout DemoRandom
    ) -> DemoStory {
        let shorts = Array(MarginTexts.shorts.shuffled(using: &random).prefix(4))
        let page = NewsletterPage.margin(
            issue: issue, lead: lead, shorts: shorts, quote: random.pick(MarginTexts.quotes))
        let folder = age == 0 ? .inbox : folder(daysAgo: age, random: &random)
        return subscription(
            "margin-\(issue)", "The Margin #\(issue): \(lead.title)", end, .margin, folder, isUnread: age == 0,
            NewsletterPage.headers("letters", "themargin.example", issue: issue), page)
    }

    private static func kitchen(
        _ number: Int, _ recipe: NewsletterPage.Recipe, daysAgo: Int, random: inout DemoRandom
    ) -> DemoStory {
        let folder = folder(daysAgo: daysAgo, random: &random)
        return subscription(
            "kitchen-\(number)", "\(recipe.title) 🍲", .daysAgo(daysAgo, at: 16), .kitchen, folder,
            isUnread: daysAgo < 8, NewsletterPage.headers("slow", "slowkitchen.example", issue: number),
            NewsletterPage.kitchen(number: number, recipe: recipe))
    }

    private static func gazette(_ index: Int, daysAgo: Int, random: inout DemoRandom) -> DemoStory {
        let rows = Array(LocalTexts.news.shuffled(using: &random).prefix(6))
        let number = 9_400 - daysAgo
        let folder = folder(daysAgo: daysAgo, random: &random)
        return gazette(number, rows, .daysAgo(daysAgo, at: 6.1), folder, isUnread: index == 0)
    }

    static func gazette(
        _ number: Int, _ rows: [(label: String, text: String)], _ end: DemoStory.End, _ folder: DemoFolder,
        isUnread: Bool
    ) -> DemoStory {
        let page = NewsletterPage.digest(
            "Harbour Gazette", host: "harbourgazette.example", colour: "#24506b", number: number,
            heading: "The morning in six lines",
            intro: "\(rows.dropFirst().first?.text ?? "") Good morning, and mind the step at the ferry.",
            rows: rows, end: "The Gazette is read by 4,112 people and one tortoise.")
        let headline = rows.first?.text ?? ""
        return subscription(
            "gazette-\(number)", "Gazette: \(headline.prefix { $0 != "." && $0 != ";" })", end, .gazette, folder,
            isUnread: isUnread, NewsletterPage.headers("morning", "harbourgazette.example", issue: number), page)
    }

    private static func school(_ index: Int, day: Int, random: inout DemoRandom) -> DemoStory {
        let daysAgo = index == 0 ? 2 : 8 + index * 44
        let time = DemoTime(seconds: day - daysAgo * 86_400, zone: 0)
        let rows = Array(LocalTexts.school.shuffled(using: &random).prefix(5 + random.below(2)))
        let page = NewsletterPage.digest(
            "Harbour Lane Primary", host: "harbourlane-primary.example", colour: "#3f6b3a", number: 200 - index,
            heading: "Letter of \(time.dayAndMonth) \(time.date.year)",
            intro: "Dear parents, grandparents and others who sign things,", rows: rows,
            end: "Marta Kowalska, for the school office.")
        return subscription(
            "school-\(index)", "School letter of \(time.dayAndMonth)", .daysAgo(daysAgo, at: 13.5), .school,
            folder(daysAgo: daysAgo, random: &random), isUnread: index == 0,
            NewsletterPage.headers("parents", "harbourlane-primary.example", issue: 200 - index), page)
    }

    private static func subscription(
        _ key: String, _ subject: String, _ end: DemoStory.End, _ from: DemoPerson, _ folder: DemoFolder,
        isUnread: Bool,
        _ headers: [(name: String, value: String)], _ page: NewsletterPage.Issue
    ) -> DemoStory {
        DemoStory(
            key, .office, subject, end, in: folder, with: [from], unread: isUnread && folder == .inbox ? 1 : 0,
            isAutomatic: true, headers: headers, [DemoLetter(from, html: page.html, page.text)])
    }
}
