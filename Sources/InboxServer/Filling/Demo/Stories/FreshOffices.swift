/// Lists, offices and shops of today and yesterday.
extension DemoStories {
    static var freshOffices: [DemoStory] {
        [
            creepReview,
            DemoStory(
                "ghent-tickets", .office, "Your tickets to Ghent, 2 passengers", .minutesAgo(143), in: .inbox,
                with: [.rail], unread: 1, isAutomatic: true,
                [
                    DemoLetter(
                        .rail,
                        files: [
                            .pdf(
                                "tickets-KX7Q2M.pdf", title: "Coastline Rail",
                                [
                                    "Booking KX7Q2M", "A. Ortiz, L. Ortiz (child)", "",
                                    "Saltmarsh Quay 07:14  -  Ghent St Pieter 13:02",
                                    "Coach 4, seats 31 and 32 (table, window)",
                                    "", "Show this page or the code in your telephone.",
                                ])
                        ],
                        invitation: DemoInvitation.text(
                            "KX7Q2M", "Train to Ghent (coach 4, seats 31, 32)", place: "Saltmarsh Quay, platform 2",
                            organiser: "tickets@coastline-rail.example", daysAhead: 21, clock: "0714", minutes: 348),
                        """
                        Thank you for travelling with Coastline Rail.

                        Booking      KX7Q2M
                        Out          {{day+21}} {{date+21}}, 07:14 Saltmarsh Quay, platform 2
                        Arrives      13:02 Ghent St Pieter (one change, 22 minutes)
                        Seats        coach 4, 31 and 32, at a table
                        Paid         118.40, card ending 4471

                        Your tickets are attached, and the journey as an invitation for your calendar. Dogs, bicycles and cellos travel
                        free before eight.
                        """)
                ]),
            DemoStory(
                "robot-fresh", .folio, "folio main is red: 2 of 1,318 tests failed", .minutesAgo(221), in: .inbox,
                list: .folio, unread: 1, isAutomatic: true,
                [
                    DemoLetter(
                        .builds,
                        """
                        Commit   9f31c07  "creep: measure the fold, not the sheet"
                        Branch   main
                        Machine  arm64-debian, 6 min 41 s

                        FAILED   imposition/saddle_test  "64 pages on thin paper"
                                 expected 0.42 mm, got 0.43 mm
                        FAILED   imposition/saddle_test  "80 pages on thin paper"
                                 expected 0.53 mm, got 0.54 mm
                        passed   1,316

                        amd64 is green. Somebody's hundredth of a millimetre is showing.

                        Log: https://builds.folio-tools.example/main/4127
                        """)
                ]),
            DemoStory(
                "tortoise", .lane, "Tortoise found, answers to nothing", .minutesAgo(322), in: .inbox, list: .lane,
                unread: 2,
                [
                    DemoLetter(
                        .aoife,
                        """
                        Found this morning outside no. 9, heading for the harbour at a determined pace: one tortoise, size of a loaf, \
                        with a dab of blue paint on the back. It's in our bath eating the good lettuce. Whose?

                        Aoife, no. 9
                        """),
                    DemoLetter(
                        .colin, 0.7,
                        """
                        Not mine. I would however like to remind everybody that the bins are on {{day+1}} now and NOT on {{day+2}}.
                        """),
                    DemoLetter(
                        .yusuf, 0.9,
                        """
                        That is Admiral! He belongs to old Mrs Penhallow behind the bakery. He escapes every autumn, he wants to see the
                        sea before he sleeps. I bring him back with the four o'clock bread.
                        """),
                    DemoLetter(
                        .aoife, 0.4,
                        """
                        Admiral is out of the bath and has been told. Leo from no. 22 has offered to walk him down to the water once, on a
                        lead, so that he gets it out of his system. I think that's the nicest thing anyone said on this list all year.
                        """),
                    DemoLetter(
                        .colin, 0.5,
                        """
                        Agreed. Bins, though.
                        """),
                ]),
            DemoStory(
                "november-statement", .office, "Your statement is ready", .minutesAgo(470), in: .inbox, with: [.bank],
                isAutomatic: true,
                [
                    DemoLetter(
                        .bank,
                        """
                        Dear member,

                        a new statement for your account "Tern Press, current" (ending 0952) is ready in your online branch.

                        We never ask for your PIN or password by e-mail. If a message does, it isn't us, however sorry it sounds.

                        Northgate Credit Union, owned by the people who use it
                        """)
                ]),
            DemoStory(
                "dos-rond", .press, "Dos carré ou dos rond ?", .minutesAgo(1_270), in: .inbox, with: [.helene],
                [
                    DemoLetter(
                        .helene,
                        """
                        Chère {{me}},

                        j'ai bien reçu les feuilles du musée, elles sont superbes et elles sentent encore l'encre. Une question avant de
                        coudre : dos carré ou dos rond ? Pour 24 pages je préférerais un dos carré, mais la toile bleue serait
                        plus élégante avec un léger arrondi.

                        J'attends ta réponse avant lundi, après je pars à la montagne où il n'y a ni réseau ni colle.

                        Bises
                        """),
                    DemoLetter(
                        .me, 1.2,
                        """
                        Chère Hélène,

                        carré, s'il te plaît, et la toile bleue quand même ! Grace vient les chercher le 14. Bonne neige, et pas de ski \
                        hors piste cette fois.

                        {{me}}
                        """),
                    DemoLetter(
                        .helene, 0.9,
                        """
                        Carré, bleu, et promis pour le ski (la béquille est toujours dans l'atelier, elle me surveille).
                        """),
                ]),
        ]
    }
}
