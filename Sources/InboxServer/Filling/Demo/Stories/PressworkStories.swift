/// The mailing list of letterpress printers.
extension DemoStories {
    static var presswork: [DemoStory] {
        [
            DemoStory(
                "packing", .presswork, "Packing for dampened xuan paper?", .daysAgo(196, at: 11.3), list: .presswork,
                [
                    DemoLetter(
                        .me,
                        """
                        Friends of pressure,

                        I've ten sheets of handmade xuan paper from Anhui, about 30 gsm, soft as a rumour. Dampened it stretches, dry it drinks
                        the ink. What do you put behind it? I'm thinking of one sheet of hard manila and a prayer.
                        """),
                    DemoLetter(
                        .hiro, 9,
                        """
                        We print on gampi of similar weight. Two sheets of the same paper, dry, as packing, and the ink stiffer than you'd
                        believe. Dampen by laying it between moist felts overnight, never by brush. And the prayer should be short.
                        """),
                    DemoLetter(
                        .gwen, 2,
                        """
                        Seconding Hiro on the ink. A knife's point of magnesia in it, and let the rollers run for ten minutes before the
                        first sheet. It'll look too dry. It's not.
                        """),
                    DemoLetter(
                        .marcus, 4,
                        """
                        Contrarian here: hard packing, kiss impression, dry paper. I did 400 sheets that way in '09 and only cried twice.
                        """),
                    DemoLetter(
                        .me, 46,
                        """
                        Report: felts overnight (Hiro), magnesia (Gwen), kiss (Marcus). Seven good sheets out of ten; the paper maker's father
                        has said "good", which I'm told happens three times a year. Thank you!
                        """),
                    DemoLetter(.hiro, 10, "Please tell the father that we're jealous."),
                ]),
            DemoStory(
                "woodtype-moths", .presswork, "Something is eating my wood type", .daysAgo(14, at: 22), in: .inbox,
                list: .presswork, unread: 1,
                [
                    DemoLetter(
                        .gwen,
                        """
                        Small round holes, a fine yellow dust in the case, and only in the twelve-line condensed. It likes the E best. I've lost
                        three. Has anyone dealt with worm without poisoning the printer?
                        """),
                    DemoLetter(
                        .marcus, 3,
                        "Freezer. Two weeks at minus twenty, bagged, then slowly back. Tell the family it's fish."),
                    DemoLetter(
                        .hiro, 6,
                        "The museum here uses nitrogen in a tent. For one case of type a freezer is better, and it also has ice cream."
                    ),
                    DemoLetter(
                        .me, 5,
                        "The Sail & Rope Museum has a freezer for ropes. I can ask Grace if it takes guests. She once froze a whole figurehead."
                    ),
                    DemoLetter(
                        .gwen, 11,
                        """
                        Then please do ask. In the meantime I've set the eaten E in a poster. It says WEEVIL, and the holes look intended.
                        """),
                ]),
            DemoStory(
                "roller-bags", .presswork, "FS: three composition rollers, loved", .daysAgo(58, at: 15.5),
                list: .presswork,
                [
                    DemoLetter(
                        .marcus,
                        """
                        Selling three composition rollers for a treadle press, cast last year, kept in the cellar with the potatoes.
                        They're soft, true, and smell faintly of stew. 60 for the lot, or swap for 10-point thin spaces (brass).
                        """),
                    DemoLetter(.gwen, 5, "I have brass thins. I have so many brass thins. Deal?"),
                    DemoLetter(.marcus, 1, "Deal. How do you ship brass thins?"),
                    DemoLetter(.gwen, 2, "Thinly."),
                ]),
            DemoStory(
                "ampersand-poll", .presswork, "Poll: your favourite ampersand, and why it's wrong",
                .daysAgo(300, at: 8), list: .presswork,
                [
                    DemoLetter(.hiro, "I begin: the italic of the old Caslon. It's a pretzel that went to university."),
                    DemoLetter(
                        .gwen, 3,
                        "Any wood type one that's been repaired. Mine has a nail in it. It holds things together, which is the job."
                    ),
                    DemoLetter(
                        .me, 2,
                        "The one on our sign, Ben cut it when he was nineteen and the bowl is upside down. Nobody has told him."
                    ),
                    DemoLetter(.ben, 20, "I'm on this list."),
                    DemoLetter(.marcus, 0.4, "Oh no"),
                    DemoLetter(.ben, 0.2, "I know that it's upside down. It looks better."),
                ]),
        ]
    }
}
