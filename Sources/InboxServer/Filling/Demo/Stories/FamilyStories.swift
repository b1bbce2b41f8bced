/// Ann's mother, brother, daughter, and the school of her son.
extension DemoStories {
    static var family: [DemoStory] {
        [
            DemoStory(
                "ghent-room", .family, "room!!! i have a ROOM", .daysAgo(88, at: 19.5), with: [.mira], isStarred: true,
                [
                    DemoLetter(
                        .mira,
                        """
                        4th floor, no lift, window onto a canal and also onto a man who practises the trombone. 9 square metres. there's a
                        cat that belongs to the stairwell, everyone calls him the inspector

                        i've unpacked your cutting mat first. priorities

                        m
                        """),
                    DemoLetter(
                        .me, 0.6,
                        """
                        Nine square metres is exactly one and a half Heidelbergs. You'll be fine. Which piece does the trombone play? Eat
                        something green. I'm so proud that I've told the postman.
                        """),
                    DemoLetter(
                        .mira, 2, "he plays the same four bars of something sad. does basil on pizza count as green"),
                    DemoLetter(.me, 0.3, "It counts once."),
                ]),
            DemoStory(
                "ghent-plan", .family, "the 12th: plan + list of things to bring pls", .daysAgo(2, at: 20.3),
                in: .inbox,
                with: [.mira], unread: 1,
                [
                    DemoLetter(
                        .mira,
                        """
                        ok so you & leo arrive at 13:02, i'll be on the platform with a sign. then:

                        - chips (leo)
                        - the print museum (you) (it's open till 5, i checked)
                        - the inspector (all of us, by appointment)

                        pls bring: my blue jumper, the good scissors, 2 jars of grandma's jam, the little bone folder, tea that tastes of tea
                        """),
                    DemoLetter(
                        .me, 1.1,
                        "Noted. Which are the good scissors? There are four pairs and each of them thinks it's the one."
                    ),
                    DemoLetter(.mira, 3, "the ones you'd notice first if they were gone"),
                ]),
            DemoStory(
                "hip", .family, "The hip, the stairs, the plan", .daysAgo(141, at: 9), with: [.mum, .tomas],
                [
                    DemoLetter(
                        .mum,
                        """
                        My dears, the hip is on the 3rd and I don't want any fuss. I've cooked for three weeks and written on the boxes. The \
                        doctor is younger than {{me}} and has cold hands but he listens.
                        """),
                    DemoLetter(.tomas, 2, "I'll build a rail for the stairs. Oak. It will hold a horse."),
                    DemoLetter(.mum, 0.5, "I am not a horse"),
                    DemoLetter(
                        .me, 1.4,
                        "I drive, Tomás builds, Leo reads to you. No fuss, only logistics. Which box is the rice?"),
                    DemoLetter(
                        .mum, 170,
                        "It is done, I'm home, the rail is beautiful. Leo reads me the football results with expression. Thank you my two big ones"
                    ),
                ]),
            DemoStory(
                "boat-name", .family, "What do we call the boat", .daysAgo(26, at: 21), in: .inbox,
                with: [.tomas, .mum, .mira],
                [
                    DemoLetter(
                        .tomas,
                        "She needs a name before I paint the stern. Suggestions, short ones, I pay for gold leaf by the letter."
                    ),
                    DemoLetter(.mira, 1, "The Inspector"),
                    DemoLetter(.mum, 3, "Your father always wanted a Rosita"),
                    DemoLetter(
                        .me, 2,
                        "Six letters, Tomás. That's cheaper than The Inspector, and you'll never have to explain it."),
                    DemoLetter(.tomas, 9, "Rosita. I'll cut the stencil if {{me}} draws the R."),
                    DemoLetter(.mum, 0.4, "I am not crying I am peeling"),
                ]),
            DemoStory(
                "leo-project", .family, "Leo's project: \"How things are printed\"", .daysAgo(38, at: 15.2),
                with: [.school],
                [
                    DemoLetter(
                        .school,
                        """
                        Dear Ms Ortiz,

                        Leo gave his talk today. He brought forty grams of lead letters (in a jar, as agreed) and explained why "upper case" is
                        called so. Eleven children now want to be printers and one a cat.

                        Could the class visit your workshop in spring? We are 24, of whom 22 wash their hands.

                        Warm regards, Marta Kowalska, class 5
                        """),
                    DemoLetter(
                        .me, 4,
                        """
                        Dear Ms Kowalska,

                        with joy. Two groups of twelve, aprons from us. Everyone prints their own name, so please send me the list in good
                        time; I've only nine capital Ks.
                        """),
                    DemoLetter(
                        .school, 22,
                        files: [
                            .table(
                                "class-5.csv",
                                "first name,letters\nAmira,5\nBartek,6\nKofi,4\nKlara,5\nLeo,3\nMaximilian,10\nXanthe,6\n"
                            )
                        ],
                        "Attached, and I apologise in advance for Maximilian. M. Kowalska"),
                ]),
            DemoStory(
                "jam", .family, "Jam arithmetic", .daysAgo(64, at: 17), with: [.mum],
                [
                    DemoLetter(
                        .mum,
                        """
                        I made 31 jars. 6 for you 6 for Tomás 4 for Mira 3 for the doctor with the hands, 1 broke. How many are left, I don't
                        find them
                        """),
                    DemoLetter(.me, 0.8, "Eleven, Mamá. Look behind the rice. Did Tomás visit?"),
                    DemoLetter(.mum, 1.2, "Tomás visited"),
                ]),
            DemoStory(
                "postcard", .family, "your postcard came upside down", .daysAgo(52, at: 12.2), with: [.mira],
                [
                    DemoLetter(
                        .mira,
                        """
                        the stamp was on the bottom & the postman here crossed out the whole address and wrote it again the other way up. i
                        love him. the woodcut of the ferry is my favourite thing you've made since me
                        """),
                    DemoLetter(.me, 0.5, "Second favourite, then. It took fewer hours and complained less."),
                ]),
        ]
    }

    static var travel: [DemoStory] {
        [
            DemoStory(
                "dentist", .office, "Appointment: Leo, dentist", .daysAgo(6, at: 9.5), in: .inbox, with: [.nadia],
                [
                    DemoLetter(
                        .nadia,
                        invitation: DemoInvitation.text(
                            "leo-dentist", "Leo: dentist", place: "Harbour Clinic, first floor",
                            organiser: "nadia.rahman@harbourclinic.example", daysAhead: 13, clock: "0820", minutes: 30),
                        """
                        Hello {{me}},

                        my colleague upstairs had a cancellation, so I've put Leo in: {{day+13}}, 8:20. The invitation is attached. He may bring
                        the jar with the letters, the whole practice has heard of it.

                        See you on Tuesday, and mind bar 48.
                        Nadia
                        """)
                ]),
            DemoStory(
                "lyon-hotel", .office, "Booking confirmed: Hôtel des Imprimeurs, Lyon", .daysAgo(97, at: 14),
                with: [.rail],
                isAutomatic: true,
                [
                    DemoLetter(
                        .rail,
                        files: [
                            .pdf(
                                "voucher-LY4431.pdf", title: "Voucher LY4431",
                                [
                                    "Hotel des Imprimeurs, Lyon", "2 rooms, 3 nights",
                                    "Breakfast included, bread excellent",
                                ])
                        ],
                        invitation: DemoInvitation.text(
                            "LY4431", "Hotel des Imprimeurs, Lyon", place: "9 rue du Plomb, Lyon",
                            organiser: "tickets@coastline-rail.example",
                            daysAhead: 16, clock: "1500", minutes: 60),
                        """
                        Your rail and hotel package is confirmed.

                        Guests      A. Ortiz, B. Achterberg (two rooms, two floors apart, as requested)
                        Arrival     {{day+16}} {{date+16}}, after 15:00
                        Nights      3
                        Luggage     "one printing press, 38 kg": please bring it to the goods door

                        Coastline Rail & Stay
                        """)
                ]),
            DemoStory(
                "lost-glove", .office, "Lost property: one glove, printed", .daysAgo(43, at: 11.1), with: [.rail],
                [
                    DemoLetter(
                        .me,
                        """
                        Hello, on Saturday I left a grey glove on the 17:40 to Saltmarsh Quay, coach 2. It has a capital R in blue ink on the
                        palm, which won't come off, so you can't miss it.
                        """),
                    DemoLetter(
                        .rail, 45,
                        """
                        Dear Ms Ortiz,

                        we have 61 gloves this week and just one with an R. It is in the office at Saltmarsh Quay, open 8 to 12. My colleague
                        has tried it on and it now says R on her as well.

                        Lost property, Coastline Rail
                        """),
                ]),
        ]
    }
}
