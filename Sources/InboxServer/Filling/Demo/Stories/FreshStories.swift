/// The mail of today and yesterday: the first screen.
extension DemoStories {
    static var fresh: [DemoStory] {
        [
            DemoStory(
                "parcel-cat", .family, "the cat has opinions about your parcel 🐈", .minutesAgo(4), in: .inbox,
                with: [.mira], unread: 1,
                [
                    DemoLetter(
                        .mira, files: [.png("inspector.png", .cat)],
                        """
                        it arrived!! the box survived, the jam survived, the card is on my wall already. the inspector has moved into \
                        the box and won't be taking questions. picture attached, note the ears

                        also: is the 12th still on? i've told everyone here that my mother prints with METAL and they want a tour of you

                        m 💛
                        """)
                ]),
            DemoStory(
                "bar48", .choir, "Sopranos. We need to talk about bar 48.", .minutesAgo(31), in: .inbox,
                with: [.ingrid, .piotr, .nadia, .judith], unread: 1, isStarred: true,
                [
                    DemoLetter(
                        .ingrid,
                        """
                        Dear all, but chiefly sopranos,

                        I have listened to Tuesday's recording three times, once with wine. Bar 48 is marked "pp". Those are not your
                        initials. Please look at it at home, quietly, which is also how it is to be sung.

                        Altos: lovely. Do not tell the sopranos that I said so. Basses: you were early, which is new.
                        """),
                    DemoLetter(
                        .piotr, 1.2,
                        """
                        On behalf of the basses: we thank you for this historic recognition and will be late again on Tuesday to restore
                        balance.
                        """),
                    DemoLetter(
                        .nadia, 2.5,
                        """
                        Soprano here. Guilty. In my defence the window was open and I was competing with a gull.
                        """),
                    DemoLetter(
                        .ingrid, 0.8,
                        """
                        The gull was in tune. {{me}}, can you still print the programmes? I need 180, the running order is below and final
                        (I mean it this time).

                          1  Ubi caritas
                          2  The Evening Ferry (arr. Zielinski)
                          3  Stille Nacht, verses 1 and 3
                          4  Interval, with Yusuf's almond things
                          5  Everything else, from memory, God help us
                        """),
                ]),
            DemoStory(
                "sail-proof", .press, "Proof approved! (and one tiny comma)", .minutesAgo(52), in: .inbox,
                with: [.grace, .ben], unread: 1, isStarred: true,
                [
                    DemoLetter(
                        .me,
                        files: [
                            .pdf(
                                "rope-and-salt-proof-2.pdf", title: "Rope & Salt",
                                [
                                    "Second proof, 24 pages, 10 on 14 point", "Sail & Rope Museum, Pier 4", "",
                                    "Please mark corrections in red.",
                                ])
                        ],
                        """
                        Dear Grace,

                        second proof of "Rope & Salt" attached. The captions moved under the pictures as you wanted, and page 17 no longer
                        says "knot" where it means "not". We held back the colour plate: the blue wants another night to dry before
                        we can judge it.

                        If I have your yes by {{day+2}} we are on the press on {{day+4}}.

                        {{me}}
                        """),
                    DemoLetter(
                        .grace, 20,
                        """
                        Dear {{me}},

                        it looks wonderful. I showed it to the director, who said "hm", and you know what that means from him.

                        Two small things will follow once the trustees have had their look.
                        """),
                    DemoLetter(
                        .ben, 1.4,
                        """
                        Blue is dry. It's the right blue.
                        """),
                    DemoLetter(
                        .me, 2.1,
                        """
                        Grace, Ben says it is the right blue, and from Ben that's a sonnet. Waiting for the trustees.
                        """),
                    DemoLetter(
                        .grace, 19, files: [.png("page-9-comma.png", .proof)],
                        """
                        Approved! Print it!

                        One tiny comma: page 9, after "hemp". The chair of trustees feels strongly. I have attached the page
                        with her handwriting so that you can see how strongly.

                        240 copies, plus 10 for the family of the rope-maker.
                        """),
                ]),
            DemoStory(
                "xuan-december", .press, "关于十二月宣纸的报价", .minutesAgo(78), in: .inbox, with: [.chen], unread: 1,
                [
                    DemoLetter(
                        .me,
                        """
                        陈岚你好!

                        博物馆的书很顺利，你们的纸印出来非常漂亮。我们想再订一些：四尺净皮单宣 300 张，和上次一样的厚度。
                        十二月底以前能到吗？

                        {{me}}
                        """),
                    DemoLetter(
                        .chen, 15,
                        """
                        {{me}}你好：

                        来信收到，非常高兴！今年秋天天气干燥，晒纸很顺利，新纸比去年的更白一些。
                        三百张没有问题，价格和去年一样，每刀 860 元，运费另计。如果下周确认，十二月二十日以前可以寄到。

                        我女儿看了你寄来的明信片，说要学铅字印刷 😄 我让她先把作业写完。

                        另外寄上三张样品，是用老料做的，请试一试墨色。

                        祝好
                        """),
                ]),
            DemoStory(
                "noise", .press, "The Heidelberg is making The Noise again", .minutesAgo(96), in: .inbox, with: [.ben],
                [
                    DemoLetter(
                        .ben,
                        """
                        The Noise is back. Left side, every third sheet.
                        """),
                    DemoLetter(
                        .me, 0.3,
                        """
                        The clack or the sigh?
                        """),
                    DemoLetter(
                        .ben, 0.2,
                        """
                        Sigh. With a bit of clack at the end.
                        """),
                    DemoLetter(
                        .me, 0.4,
                        """
                        That's the gripper spring, it did that in March too. There is a spare in the drawer labelled BISCUITS.
                        """),
                    DemoLetter(
                        .ben, 1.1,
                        """
                        There was a spring. There were also biscuits. Fitted the one, ate the other. Quiet now.

                        I'd order two more springs. And biscuits.
                        """),
                ]),
            DemoStory(
                "khatt-draft", .press, "لوحة الخط: المسودة الثانية", .minutesAgo(178), in: .inbox, with: [.layla],
                unread: 1,
                [
                    DemoLetter(
                        .me,
                        """
                        مرحبا ليلى،

                        وصلت المسودة الأولى وهي رائعة! هل يمكن أن تكون الألف أطول قليلا؟ أريد أن أطبعها بالأزرق على ورق قطني.

                        شكرا جزيلا
                        {{me}}
                        """),
                    DemoLetter(
                        .layla, 27, files: [.png("khatt-2.png", .proof)],
                        """
                        عزيزتي {{me}}،

                        أرفقت المسودة الثانية بخط الثلث. أطلت الألف كما طلبت، لكن اللام غضبت فأطلتها أيضا 🙂
                        الحجم 40 × 60 سم، ويمكن حفر الكليشيه مباشرة من هذا الملف.

                        سأكون في المرسم حتى يوم الخميس. أخبريني إن كان اللون أزرق البحر أم أزرق الليل.

                        مع المودة،
                        ليلى
                        """),
                ]),
        ]
    }
}
