/// More letters of today and yesterday.
extension DemoStories {
    static var freshLetters: [DemoStory] {
        [
            DemoStory(
                "sunday-chairs", .family, "Sunday lunch, and the matter of the chairs", .minutesAgo(247), in: .inbox,
                with: [.mum, .tomas],
                [
                    DemoLetter(
                        .mum,
                        """
                        My dears, Sunday at one as always, I am making the rice so don't anybody be late, the rice doesn't wait for anybody,
                        it didn't even wait for your father.

                        There will be eleven of us and I have eight chairs. Tomás, you have had two of my chairs since Easter. {{me}}, you
                        have the green one. I am not accusing. I am counting.

                        Bring Leo. Bring a pudding.

                        Mamá
                        """),
                    DemoLetter(
                        .tomas, 3,
                        """
                        In my defence one of them is holding up an engine.
                        """),
                    DemoLetter(
                        .me, 1.5,
                        """
                        I'm bringing the green chair, Leo, and the lemon thing. Tomás, put the engine on the floor like a grown man.
                        """),
                    DemoLetter(
                        .mum, 0.6,
                        """
                        Thank you {{me}}. Which chair is it. Not the one with the carving. TOMÁS
                        """),
                ]),
            DemoStory(
                "walbaum", .press, "Matrizen für die 14-Punkt-Walbaum", .minutesAgo(405), in: .inbox, with: [.jurgen],
                unread: 1,
                [
                    DemoLetter(
                        .jurgen,
                        """
                        Liebe {{me}},

                        gute Nachricht: die Matrizen für die 14-Punkt-Walbaum sind aufgetaucht, in einer Kiste mit der Aufschrift „Weihnachten“. \
                        Es fehlt nur das große Q, aber wer braucht schon ein großes Q.

                        Ich kann im Januar gießen. Sagen Sie mir bitte, wie viele Kilo Sie brauchen und ob Sie die alten Ligaturen \
                        (ſt, ct) möchten. Für die Umlaute lege ich eine Handvoll extra dazu, man weiß ja nie: Übermut, Öl, Äpfel.

                        Herzliche Grüße aus dem kalten Mainz
                        """)
                ]),
            DemoStory(
                "finch-corrections", .press, "Correction to the correction of the corrections", .minutesAgo(1_130),
                in: .inbox, with: [.harold], unread: 1,
                [
                    DemoLetter(
                        .harold,
                        files: [
                            .text(
                                "corrections-4.txt",
                                "Page 3, line 2: for \"heron\" read \"herons\".\nPage 3, line 3: the verb, accordingly.\n"
                                    + "Page 11: restore the semicolon which I removed on Tuesday.\nPage 14: remove the semicolon which I restored.\n"
                            )
                        ],
                        """
                        Dear Ms Ortiz,

                        with apologies, a short list (attached). My daughter says I must stop now. I have told her that a poem
                        is never finished, and she said that the invoice will be.
                        """),
                    DemoLetter(
                        .me, 3,
                        """
                        Dear Mr Finch,

                        all four are in. I've kept the type of page 11 standing, since experience has taught me something.

                        {{me}} Ortiz
                        """),
                    DemoLetter(
                        .harold, 16,
                        """
                        Dear Ms Ortiz,

                        you are wise. Regarding my correction of yesterday: "herons" was right the first time, that is, wrong. There was
                        one heron. I have checked my diary of 1987. Kindly return to "heron" and take the verb with it.

                        This is the last. (Page 14 I leave to your conscience.)

                        Harold Finch
                        """),
                ]),
            DemoStory(
                "mast-out", .family, "Mast is out. Nobody died.", .minutesAgo(1_335), in: .inbox, with: [.tomas],
                unread: 1,
                [
                    DemoLetter(
                        .tomas, files: [.png("evening-from-the-slip.png", .harbour)],
                        """
                        Took four of us, two cranes if you count Yusuf, and one word that I won't write since Mamá reads over your shoulder.

                        There is rot at the partners, but less than in the owner. Needs a scarf of two metres. I have the spruce.

                        Picture is from the slip afterwards. Come and see it before I ruin it with work.
                        """)
                ]),
        ]
    }
}
