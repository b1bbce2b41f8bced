/// The mailing list of Folio, the page-arranging program that Ann maintains.
extension DemoStories {
    static var folioReviews: [DemoStory] {
        [
            DemoStory(
                "rotate", .folio, "[PATCH] Rotate odd signatures when the grain runs across", .daysAgo(10, at: 19.6),
                in: .inbox, list: .folio,
                [
                    DemoLetter(
                        .devon,
                        """
                        When the grain of the sheet runs across the spine, every second signature should be turned by 180 degrees, or the book
                        block cups. We asked the user to remember that. Users don't.

                        Signed-off-by: Devon Okafor <devon@folio-tools.example>
                        ---
                         src/sheet.c | 11 ++++++++++-
                         1 file changed, 10 insertions(+), 1 deletion(-)

                        diff --git a/src/sheet.c b/src/sheet.c
                        index 7d20c11..e0a4f5b 100644
                        --- a/src/sheet.c
                        +++ b/src/sheet.c
                        @@ -118,7 +118,16 @@ static void place_signature(sheet *s, int index)
                         {
                             page *p = s->pages;
                        -    transform t = identity();
                        +    transform t = identity();
                        +
                        +    /*
                        +     * Paper bends along its grain. Turning each second signature
                        +     * lets two bends cancel out.
                        +     */
                        +    if (s->grain == GRAIN_ACROSS && index % 2 == 1)
                        +        t = rotated(t, HALF_TURN);
                        +
                             for (; p; p = p->next)
                                 p->matrix = multiply(t, p->matrix);
                         }
                        """),
                    DemoLetter(
                        .me, 3,
                        """
                        > When the grain of the sheet runs across the spine, every second
                        > signature should be turned by 180 degrees

                        Yes! I've done that by hand for eleven years and thought it was superstition.

                        > +        t = rotated(t, HALF_TURN);

                        This turns the signature number on the back, too, so that the binder collates 1, 7, 3. Could the mark be placed after
                        the turn? Hélène rang me about a book in 2022 that was in this order. She was very polite. I don't want to be
                        rung politely again.
                        """),
                    DemoLetter(
                        .priya, 6,
                        """
                        > +    if (s->grain == GRAIN_ACROSS && index % 2 == 1)

                        index is an int that callers pass as -1 for the cover (sheet.c, line 94). -1 % 2 is -1 in C, so the cover isn't
                        turned. Is that what we want, or luck?
                        """),
                    DemoLetter(
                        .devon, 2,
                        "> Is that what we want, or luck?\n\nLuck. I've written a test so that it becomes what we want. v2 soon, with {{me}}'s mark."
                    ),
                    DemoLetter(.lars, 4, "In 1968 my grandfather solved this with a brick."),
                    DemoLetter(.devon, 0.5, "Patches welcome, bricks too."),
                ]),
            DemoStory(
                "pdf-boxes", .folio, "[RFC] Should folio trust a TrimBox?", .daysAgo(29, at: 10), in: .inbox,
                list: .folio,
                [
                    DemoLetter(
                        .priya,
                        """
                        Of 200 files that people sent us with bug reports, 141 have a TrimBox. In 38 of them it is wrong: equal to the
                        MediaBox with bleed around it, or, in one memorable case, 1 point by 1 point.

                        I see three ways:

                          1. trust it (today)
                          2. trust it, warn when it equals the MediaBox and the page has bleed
                          3. ask

                        I'd go for 2. Objections?
                        """),
                    DemoLetter(.sofia, 2, "2, please. I'm the author of the one point by one point. It was a Friday."),
                    DemoLetter(.me, 7, "2 from the shop as well. A warning at noon is worth a reprint at six."),
                    DemoLetter(
                        .lars, 11,
                        """
                        > 3. ask

                        I'd like to speak for asking. When did we last ask anyone anything? We arrange pages, but do we know what they want?
                        """),
                    DemoLetter(.devon, 1, "They want to be trimmed, Lars. 2 it is; Priya, will you?"),
                    DemoLetter(
                        .priya, 27,
                        files: [
                            .patch(
                                "0001-warn-when-the-trim-box-is-the-whole-sheet.patch",
                                """
                                From 5b1c9a2e Mon Sep 17 00:00:00 2001
                                From: Priya Raman <priya@raman.example>
                                Subject: [PATCH] boxes: warn when the trim box is the whole sheet

                                ---
                                 src/boxes.c | 4 ++++
                                 1 file changed, 4 insertions(+)

                                diff --git a/src/boxes.c b/src/boxes.c
                                --- a/src/boxes.c
                                +++ b/src/boxes.c
                                @@ -77,5 +77,9 @@ box trim_box(const page *p)
                                     box trim = p->trim;
                                +    if (equal(trim, p->media) && has_bleed(p))
                                +        warn(p, "the trim box is the whole sheet: "
                                +                "nothing will be cut off");
                                +
                                     return trim;
                                 }
                                --
                                2.43.0

                                """)
                        ],
                        "Attached instead of inline, because my provider eats tabs since yesterday. The text of the warning is open to better English."
                    ),
                ]),
            DemoStory(
                "release-plan", .folio, "Folio 4.2: what's in, what's out, who's tired", .daysAgo(1, at: 13),
                in: .inbox,
                list: .folio, unread: 1, isStarred: true,
                [
                    DemoLetter(
                        .devon,
                        """
                        I'd like to release before the holidays. In: creep by the fold (Sofia), rotation (me), box warnings (Priya), the manual
                        in Italian (Sofia again, when do you sleep?). Out: the colour bars, since nobody has tested them on paper.

                        Freeze in ten days. Shout now.
                        """),
                    DemoLetter(
                        .me, 3,
                        "I can test the colour bars on Thursday between two museum sheets. If they survive Ben they may go in."
                    ),
                    DemoLetter(.sofia, 1, "> when do you sleep?\n\nDuring the builds."),
                    DemoLetter(
                        .priya, 5,
                        "No shouting from here. I'd like one more night for the box warnings in right-to-left books."),
                    DemoLetter(
                        .devon, 9,
                        """
                        Granted. {{me}}: if Ben says "hm", is it in or out?
                        """),
                ]),
        ]
    }

    static var folioTalk: [DemoStory] {
        [
            DemoStory(
                "sofia-first", .folio, "Hello! And a question about thick paper", .daysAgo(212, at: 18), list: .folio,
                [
                    DemoLetter(
                        .sofia,
                        """
                        Hello everybody,

                        I'm a book designer in Turin and I learned C last winter because of you: I wanted to know why my booklets
                        of heavy paper come out with crooked margins. I think I found the place (src/creep.c, line 44), but I don't
                        dare to touch it. Is this the right list to be afraid on?
                        """),
                    DemoLetter(
                        .devon, 1.5, "It's exactly the right list. We're all afraid of creep.c. {{me}} wrote it."),
                    DemoLetter(
                        .me, 2,
                        """
                        I wrote it on a train, with a fever, and it has printed some nine hundred books since. Please touch it. Send whatever you
                        have, even if it doesn't compile; I'd rather read a brave patch than a correct silence.
                        """),
                    DemoLetter(
                        .sofia, 40,
                        "Thank you, I printed that last sentence and hung it up (24 point, margins crooked)."),
                ]),
            DemoStory(
                "tabs", .folio, "Tabs, spaces, and my blood pressure", .daysAgo(330, at: 14), list: .folio,
                [
                    DemoLetter(
                        .lars,
                        "I propose that we discuss indentation once more, with an open mind. I have prepared 9 slides."),
                    DemoLetter(.devon, 0.2, "No."),
                    DemoLetter(.priya, 0.3, "No, thank you."),
                    DemoLetter(.me, 1.1, "In lead, an em quad is an em quad. No."),
                    DemoLetter(.lars, 2, "May I at least send the slide with the cow?"),
                    DemoLetter(.devon, 0.1, "Yes, of course you can send the cow."),
                    DemoLetter(
                        .lars, 0.5,
                        files: [
                            .text(
                                "cow.txt",
                                "        (__)\n        (oo)   \"moo\" is four spaces\n  /------\\/\n / |    ||\n*  ||----||\n   ~~    ~~\n"
                            )
                        ], "Attached."),
                ]),
            DemoStory(
                "meeting", .folio, "Folio people in one room? Turin, spring", .daysAgo(19, at: 16.4), in: .inbox,
                list: .folio,
                [
                    DemoLetter(
                        .sofia,
                        "Studio Otto has a table for ten and a window with a view of a proper espresso machine. Shall we meet in spring? I'd book the second weekend of April."
                    ),
                    DemoLetter(.priya, 7, "I've never met any of you standing up. Yes."),
                    DemoLetter(
                        .devon, 3, "Yes, if I may bring the baby. He's two months old and already reviews loudly."),
                    DemoLetter(.lars, 5, "I'd come by train. 31 hours, 6 changes, one of which I look forward to."),
                    DemoLetter(
                        .me, 4,
                        "April is bamboo shoots in Anhui or espresso in Turin. I'll talk to my calendar, my son, and my bank."
                    ),
                ]),
        ]
    }
}
