/// The Saltmarsh Singers and the neighbours of Harbour Lane.
extension DemoStories {
    private static let singers: [DemoPerson] = [.ingrid, .piotr, .nadia, .judith]

    static var choir: [DemoStory] {
        [
            DemoStory(
                "dresses", .choir, "Black. I said black.", .daysAgo(345, at: 20), with: singers,
                [
                    DemoLetter(
                        .ingrid,
                        """
                        Dear all,

                        the photographs of the Christmas concert are here. I see eleven black dresses, six black suits, and one jumper with
                        a reindeer whose nose lights up in time, though not in ours. I name nobody. Piotr.
                        """),
                    DemoLetter(.piotr, 1, "The reindeer is black underneath."),
                    DemoLetter(.judith, 2.4, "The nose was in time with the altos, I checked on the video."),
                    DemoLetter(.me, 0.5, "As it should be."),
                ]),
            DemoStory(
                "ferry-score", .choir, "The Evening Ferry: new bass part", .daysAgo(20, at: 18.8), in: .inbox,
                with: singers,
                [
                    DemoLetter(
                        .piotr,
                        files: [
                            .pdf(
                                "evening-ferry-bass.pdf", title: "The Evening Ferry",
                                [
                                    "arr. P. Zielinski", "Bass", "", "bars 1-16: as the tide, slowly",
                                    "bars 17-20: rest (listen)", "bars 21-44: as before, but wetter",
                                ])
                        ],
                        """
                        New bass part attached. I've taken out the low D, which only Martin had and Martin has moved to Leeds. Bars 17 to 20 are
                        now silence, which we've rehearsed well.
                        """),
                    DemoLetter(
                        .ingrid, 14,
                        "Good. \"Wetter\" is not an Italian term but I know what you mean, and that worries me."),
                    DemoLetter(
                        .me, 2,
                        "Shall I set the words for the programme with the Walbaum or the old grotesque? Ferry timetables were grotesque."
                    ),
                    DemoLetter(.ingrid, 6, "Everything about that ferry was grotesque. Do it."),
                ]),
            DemoStory(
                "car-pool", .choir, "Lifts to the cathedral", .daysAgo(4, at: 21.4), in: .inbox, with: singers,
                unread: 1,
                [
                    DemoLetter(.judith, "Who can drive on the 19th? I have room for three sopranos or two basses."),
                    DemoLetter(
                        .nadia, 1.5, "I can take four if nobody minds the stethoscope and the smell of oranges."),
                    DemoLetter(.me, 3, "The van holds two in front and nine reams of paper behind. Altos fold well."),
                    DemoLetter(
                        .ingrid, 5,
                        """
                        List so far: Judith 3, Nadia 4, {{me}} 2 and possibly an alto between the reams. Missing: seats for five. Piotr, the
                        motorbike isn't the answer. Departure 15:30 SHARP from the fish market.
                        """),
                ]),
            DemoStory(
                "cough", .choir, "On coughing", .daysAgo(270, at: 9.3), with: singers,
                [
                    DemoLetter(
                        .ingrid,
                        """
                        A composer wrote a rest. It's not there so that you can cough into it. Lozenges are in the blue tin, the tin is on the
                        piano, and the lid, which squeaks in E flat, is to be opened only in pieces in E flat.
                        """),
                    DemoLetter(
                        .nadia, 2,
                        "As a doctor: honey, steam, and not laughing during rehearsals about the tin. I have failed at the third."
                    ),
                ]),
        ]
    }

    static var lane: [DemoStory] {
        [
            DemoStory(
                "trombone-lane", .lane, "Who is practising the bagpipes?", .daysAgo(131, at: 20.4), list: .lane,
                [
                    DemoLetter(
                        .colin, "It is ten to nine in the evening. I'm not against music. I'm asking a question."),
                    DemoLetter(.aoife, 0.5, "It's not bagpipes, Colin. It's the wind in the scaffolding on no. 17."),
                    DemoLetter(.colin, 0.3, "Then could the scaffolding learn a second tune."),
                    DemoLetter(
                        .yusuf, 8,
                        "I stuffed a bit of dough in the pipe at five this morning. It has risen. It's quiet now."),
                    DemoLetter(.me, 1, "This is the best engineering report I've ever read."),
                ]),
            DemoStory(
                "street-party", .lane, "Long table in the lane: who brings what", .daysAgo(160, at: 12), list: .lane,
                [
                    DemoLetter(
                        .aoife,
                        files: [
                            .table(
                                "long-table.csv",
                                "who,brings,count\nAoife,lemonade,40\nYusuf,flatbread,120\nOrtiz,place cards,64\nColin,regulations,1\n"
                            )
                        ],
                        """
                        The list so far is attached. Sixty-four people. We've a lot of bread, a lot of lemonade, and Colin's copy of the
                        fire regulations, for which thank you, Colin. We don't have: salad, chairs, or a plan for rain.
                        """),
                    DemoLetter(.colin, 2, "Four metres must stay free for the fire engine. I've brought chalk."),
                    DemoLetter(
                        .me, 3,
                        "Place cards are printed. If somebody knows how Mrs Penhallow spells her first name, tell me before six."
                    ),
                    DemoLetter(.yusuf, 1, "Philippa, with everything double that can be double."),
                    DemoLetter(
                        .aoife, 50,
                        "Thank you all. No rain, no fire, and Colin danced. I've photographs. They're not for sale, Colin, but I'm open to offers."
                    ),
                ]),
            DemoStory(
                "bins", .lane, "Bins: the new calendar, explained", .daysAgo(8, at: 7.9), in: .inbox, list: .lane,
                [
                    DemoLetter(
                        .colin,
                        files: [
                            .text(
                                "bins.txt",
                                "GREY   every second Tuesday, unless it is the first of the month\nGREEN  the other Tuesday\n"
                                    + "BLUE   Thursday, but only if the Tuesday was grey\nGLASS  never before nine, Aoife\n"
                            )
                        ],
                        """
                        Neighbours,

                        the council has sent a calendar that can't be understood. I have rewritten it as a table (attached) and checked it for
                        contradictions. There's one left, in March, and I've written to them.
                        """),
                    DemoLetter(
                        .yusuf, 2, "Colin I have laminated it. It hangs beside the sourdough. People ask for a copy."),
                    DemoLetter(.aoife, 1, "\"Glass never before nine, Aoife\" is going on my gravestone."),
                ]),
            DemoStory(
                "ladder", .lane, "Has anyone seen my ladder (long, yellow, mine)", .daysAgo(240, at: 17), list: .lane,
                [
                    DemoLetter(
                        .aoife, "It was in the passage on Sunday. I'm not cross. I'm on the roof, though, writing this."
                    ),
                    DemoLetter(.me, 0.1, "Stay there! Ben's coming with ours."),
                    DemoLetter(
                        .aoife, 0.6, "Down. Ben said \"hm\". Thank you Ben. Thank you {{me}}. Still no yellow ladder."),
                    DemoLetter(.colin, 26, "It's under my apple tree. I can explain. The explanation is apples."),
                ]),
        ]
    }
}
