/// The threads written by hand.
enum DemoStories {
    static var all: [DemoStory] {
        [
            fresh, freshLetters, freshOffices, pressClients, pressSuppliers, family, foreignLetters, folioReviews,
            folioTalk,
            bookClub, choir, presswork, lane, travel, drafts, junk, trash,
        ].flatMap { $0 }
    }
}
