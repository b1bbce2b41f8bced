/// The clients of the press.
extension DemoStories {
    static var pressClients: [DemoStory] {
        [
            DemoStory(
                "chapbook", .press, "A small book of poems, if you do such things", .daysAgo(61, at: 10.4),
                with: [.harold],
                [
                    DemoLetter(
                        .harold,
                        """
                        Dear Ms Ortiz,

                        I am 81 and have written thirty-one poems, of which nineteen may be shown to others. They concern herons, my late wife,
                        and the drainage of Lower Marsh. Would you print them? I should like one hundred copies, and to live to see them.

                        Harold Finch
                        """),
                    DemoLetter(
                        .me, 5,
                        """
                        Dear Mr Finch,

                        with pleasure, and soon. Bring the nineteen on any weekday after ten; Ben will be the man who says nothing, I am the
                        other one. If the drainage ones scan I'd like to set them myself.

                        {{me}} Ortiz, Tern Press
                        """),
                    DemoLetter(
                        .harold, 22,
                        """
                        They scan. I was an engineer.
                        """),
                    DemoLetter(
                        .me, 49,
                        files: [
                            .pdf(
                                "finch-estimate.pdf", title: "Estimate 2217",
                                [
                                    "One hundred copies, 40 pages, sewn", "Text: Walbaum 12 on 15",
                                    "Paper: 120 gsm, cream", "", "Total: 1,140.00, in three parts",
                                ])
                        ],
                        """
                        Dear Mr Finch,

                        here is the estimate. The third part falls due when you hold the book, so please take your time with it
                        and none with anything else.
                        """),
                    DemoLetter(
                        .harold, 26,
                        """
                        Accepted, and my daughter calls you a robber, which from her is approval; she's in haulage.

                        I have found a twentieth. It is short. It is about you, standing at that machine; you may refuse it.
                        """),
                    DemoLetter(
                        .me, 3,
                        "Dear Mr Finch, I've read it and I do not refuse it. It goes last, on a page of its own."),
                ]),
            DemoStory(
                "wedding", .press, "Invitations: 90, or possibly 140", .daysAgo(118, at: 15), with: [.yusuf, .ben],
                [
                    DemoLetter(
                        .yusuf,
                        """
                        Dear {{me}}, dear Ben,

                        my niece is getting married in September and you'll print it, there's no discussion, I've told everyone. Ninety
                        invitations. A bread on the front, but elegant, not like a bakery. Like a bread that reads.
                        """),
                    DemoLetter(.ben, 4, "What does a bread that reads look like."),
                    DemoLetter(.yusuf, 1, "Ben. You have eaten it for eleven years."),
                    DemoLetter(
                        .me, 20, files: [.png("bread-that-reads.png", .proof)],
                        """
                        First sketch in three inks. Ben cut the loaf in lino during the football. I think that it does read.
                        """),
                    DemoLetter(
                        .yusuf, 2,
                        """
                        My sister wept. It's 140 now, there's a second cousin with six children. Can the gold be more gold?
                        """),
                    DemoLetter(
                        .me, 1,
                        "It can be exactly one more gold. 140 on Friday, and we take payment in simit until Christmas."),
                ]),
            DemoStory(
                "menu", .press, "The menu has changed again", .daysAgo(9, at: 16.5), in: .inbox, with: [.yusuf],
                unread: 1,
                [
                    DemoLetter(
                        .yusuf,
                        """
                        {{me}}, I know what I said. But the quinces are here and they're so good that they must be on the card. Could you take
                        off the plum and put on the quince? Same length nearly!
                        """),
                    DemoLetter(
                        .me, 2.5,
                        """
                        "Plum cake" to "Quince tart with bay": that's nineteen letters for eight, Yusuf. I'll do it if the quince tart also
                        comes by here. For measuring.
                        """),
                    DemoLetter(.yusuf, 0.5, "It's on your windowsill. Ben saw me. Ben has measured already, I think."),
                ]),
            DemoStory(
                "museum-start", .press, "Rope & Salt: a booklet for the exhibition", .daysAgo(47, at: 9.1),
                with: [.grace],
                [
                    DemoLetter(
                        .grace,
                        """
                        Dear {{me}},

                        in spring we open "Rope & Salt", about the ropewalk that burned in 1911. The director wants a booklet that "feels like
                        something". I said I knew somebody who makes things that feel like something.

                        24 pages, about 250 copies, and there is one colour plate: a tarred rope on a blue door. Are you free before Christmas?
                        """),
                    DemoLetter(
                        .me, 6,
                        """
                        Dear Grace,

                        for a blue door I'm always free. Two questions: how many words, and may the booklet be sewn with actual twine from your
                        shop? Tarred, if the librarians allow it.
                        """),
                    DemoLetter(
                        .grace, 30,
                        """
                        About 5,200 words. The librarians are split on tar: two against, one sniffed it and smiled. Let us do twelve copies tarred
                        and call them the edition de luxe.
                        """),
                    DemoLetter(
                        .me, 3,
                        files: [
                            .pdf(
                                "estimate-2231.pdf", title: "Estimate 2231",
                                [
                                    "Rope & Salt, Sail & Rope Museum", "24 pages, 250 copies, one colour plate",
                                    "Sewn by Atelier Brule, Lyon", "12 copies in tarred twine", "", "Total: 3,870.00",
                                ])
                        ],
                        "Estimate attached. Tar is in there as \"sundries\"."),
                    DemoLetter(
                        .grace, 52,
                        "Approved, and the director wrote \"ha\" beside the sundries. First text comes on Monday!"),
                ]),
            DemoStory(
                "posters", .press, "12 posters for the tide race, by Thursday (sorry)", .daysAgo(5, at: 17.8),
                in: .inbox,
                with: [.aoife, .ben],
                [
                    DemoLetter(
                        .aoife,
                        """
                        Hi both! The tide race committee forgot that posters exist. Could you print twelve, A3, wood type, very loud? By
                        Thursday? Words: "TIDE RACE. Sunday. Slack water 11:20. Soup."
                        """),
                    DemoLetter(.ben, 0.4, "We've no second O in the big fat one."),
                    DemoLetter(.me, 0.2, "There's no second O in it, Ben. SOUP has the only one."),
                    DemoLetter(.ben, 0.3, "Then yes."),
                    DemoLetter(
                        .aoife, 26,
                        "They're up. A man stood in front of the one by the ferry for five minutes and then went to buy soup. Thank you!!"
                    ),
                ]),
            DemoStory(
                "invoice-late", .press, "Invoice 2219, a gentle third reminder", .daysAgo(16, at: 8.6), in: .inbox,
                with: [.marcus], isStarred: true,
                [
                    DemoLetter(
                        .me,
                        files: [
                            .pdf(
                                "invoice-2219.pdf", title: "Invoice 2219",
                                [
                                    "Tern Press, Harbour Lane 22", "500 specimen cards, two inks", "", "Due: 412.50",
                                    "Thank you!",
                                ])
                        ],
                        """
                        Dear Marcus,

                        the specimen cards went out in August, and by now the ink is dry even in your climate. Would you look
                        where invoice 2219 got stuck? It's attached once more.
                        """),
                    DemoLetter(
                        .marcus, 31,
                        """
                        {{me}}, I'm mortified. It was in a folder named "pay at once". The transfer left this morning, with something on
                        top for your patience. The cards are on every desk here, people steal them from one another.
                        """),
                ]),
            DemoStory(
                "apprentice", .press, "Somebody wants to learn this?!", .daysAgo(22, at: 12.3), in: .inbox,
                with: [.ben],
                [
                    DemoLetter(
                        .me,
                        """
                        Ben, a girl of seventeen came in while you were at the dentist. She has read the whole type catalogue "for fun" and asked if
                        we take apprentices. She found a turned n in the forme on the stone. I hadn't.
                        """),
                    DemoLetter(.ben, 1.2, "Which forme."),
                    DemoLetter(.me, 0.1, "Yours."),
                    DemoLetter(.ben, 2.6, "Hire her."),
                ]),
        ]
    }
}
