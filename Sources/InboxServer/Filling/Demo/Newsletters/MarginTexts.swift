/// The articles of The Margin.
enum MarginTexts {
    static let leads: [(title: String, text: String)] = [
        (
            "Who drew the first ampersand?",
            "A slave, a secretary and a wall in Pompeii walk into a bar. We followed the loop from a scratched \"et\" to your keyboard, and found eleven people who each deserve some of the credit."
        ),
        (
            "The typeface that was thrown into a river",
            "For three years a man walked to a bridge at night with his pockets full of lead. A century later divers came with sieves. What they brought up fits in a shoebox, and it's beautiful."
        ),
        (
            "In praise of the footnote",
            "It waits below, in small type, holding the door for the reader who wants to know more.* (*It also tells the better jokes.)"
        ),
        (
            "Why road signs whisper",
            "A letter read at ninety in the rain has other worries than beauty. We drove 400 kilometres with a woman who designs arrows, and she corrected eleven of them aloud."
        ),
        (
            "Blue that takes a night to dry",
            "Ink makers say that a colour is ready when it stops arguing. We spent a week with the last mill that still grinds by ear."
        ),
        (
            "The alphabet of knots",
            "Before there were labels, ropes said what they held. A ropewalk's pattern book, burned at the edges, turns out to be a specimen sheet."
        ),
        (
            "How to read a gravestone",
            "The mason had room for nineteen letters and the family paid for twenty-two. On the art of squeezing grief."
        ),
        (
            "One comma, four million",
            "A dairy, a contract, and a list without its last comma. The judge quoted a grammar; we talked to the person who had typed it."
        ),
        (
            "Sans serif, avec plaisir",
            "A history of people who shouted \"ugly!\" at plain letters, in order of how well they're dressed in the photographs."
        ),
        (
            "The woman who cut 6-point Greek",
            "By candle, under water-filled globes, at sixty-eight years of age. Her punches survived in a biscuit tin; her name very nearly didn't."
        ),
        (
            "Is the space a letter?",
            "Printers pay for it, poets live off it, and software trims it. We asked a philosopher, a typesetter and a removals firm."
        ),
        (
            "Misprints we would keep",
            "From \"Thou shalt commit\" to the cookery book with freshly ground people: our readers sent 340, and we chose with our hands over our mouths."
        ),
        (
            "Wood, glue and very large letters",
            "Circus posters wanted type as tall as the lion. A visit to the last pantograph, whose owner calls it Susan."
        ),
        (
            "The secret life of tide tables",
            "Columns, rules, and the moon: it may be the most beautiful book that nobody has ever finished."
        ),
        (
            "What the baker knows about hyphens",
            "Where do you cut a loaf? Where it wants to be cut. A conversation about word division, with butter."
        ),
        (
            "Letters for the left-handed",
            "For five hundred years they were told to turn the page. Some turned the alphabet instead."
        ),
        ("A ruler for the eye", "Points, picas, ciceros and the sad king whose foot started it all."),
        (
            "When the long s went out",
            "It left quickly, for a letter: in London it took about ten years, and one stubborn publisher. He held out for the jokes."
        ),
        (
            "Paper made by the weather",
            "In Anhui the sun is a tool, and clouds are a delay. Three generations, one vat, one cat."
        ),
        (
            "The script that dances on one line",
            "A calligrapher in front of an empty sheet: \"The line's there already. I'm only late.\""
        ),
        (
            "Typewriters in court",
            "The letter e sat a little high, and that hanged him. Early forensic typography, with all its confidence."
        ),
        (
            "Numbers that know their place",
            "Old-style figures were banished from timetables for looking too happy. We'd like them back by the 9:04."
        ),
        (
            "A library of shop signs",
            "She photographs one street every year on the same day. Thirty-one years, four bakers, and a single apostrophe that moved house."
        ),
        (
            "The quietest press in the world",
            "It prints eight pages a year, by hand, at the end of a pier. We weren't allowed to ask why, so we listened."
        ),
        (
            "Invisible books",
            "Braille printers strike the page from both sides at once. Their proofreaders read with their thumbs and complain out loud."
        ),
        (
            "The great em dash shortage of 1952",
            "A foundry moved, a crate was lost, and for eight months novels had to finish their sentences."
        ),
        ("Marginalia, a love story", "Two readers, one library copy, eleven years of pencil. They met in the index."),
        (
            "How to lock up a poem",
            "Quoins, furniture, patience: why short lines are the hardest thing that you can put into a frame."
        ),
        ("The font in the lift", "Nobody chose it, everybody reads it. A biography of the number 4."),
        ("Ink on the moon", "There's exactly one printed page up there. It's a checklist, and it has a typo."),
        (
            "The colour of black",
            "Hold three black sheets side by side and tell us that they're the same. You can't, and you're right."
        ),
    ]

    static let shorts: [(title: String, text: String)] = [
        ("Fair: small presses, big coats", "Three halls, no heating, 140 tables. Bring cash and gloves."),
        ("Found: a punch with two faces", "One end is an R, the other a cat. Nobody knows, everybody's happy."),
        ("Reader's question", "\"May I justify a love letter?\" Only left, dear Tom, only ever left."),
        (
            "New from the foundries",
            "A grotesque with proper small capitals, and a script that stays sober until the g."
        ),
        ("Workshop: marbling for the impatient", "Two hours, four colours, one apron. Places for nine."),
        ("Obituary", "The hot-metal line at the Evening Post cast its last slug on Friday. It read: \"That's all.\""),
        ("Tool of the week", "A bone folder made of actual bone, and why the plastic one cries at night."),
        ("Correction", "In our last issue we spelled \"Baskerville\" in Caslon. We regret the tone."),
        ("Overheard in a type shop", "\"It's not heavy, it's bold.\""),
        ("The shelf", "A facsimile of an 1840 specimen, with the prices left in. You'll weep."),
        ("Signs of the times", "A chip shop in Hull has hand-painted its opening hours in blackletter. Queues form."),
        ("Ask Agnes", "Is it stealing if I copy a serif from a church? Agnes says: kneel first."),
        ("Exhibition", "\"Rope & Salt\" opens in spring at the Sail & Rope Museum. The booklet is worth the ferry."),
        ("On the bench", "How to mend a bruised letter with solder, breath and low expectations."),
        ("Numbers", "7: the weight in kilos of one page of 12-point poetry. 9: of prose."),
        (
            "Poll result",
            "You'd rather lose the semicolon (12 %) than the question mark (3 %). The comma refused to take part."
        ),
        ("Good news", "The lost matrices of the 14-point Walbaum were in a box marked Christmas."),
        ("Bad news", "Brass rule has gone up by a third. Draw your lines while you can."),
        ("For children", "Print with potatoes, then eat the edition."),
        ("Walk", "A map of ghost letters in old ports, with benches."),
    ]

    static let quotes = [
        "Type well used is invisible as type.", "Leave room; somebody may want to think there.",
        "A good margin is a form of manners.",
        "You can't hurry ink, you can only look at it.", "The eye forgives, the thumb remembers.",
        "Set it tight and sleep badly.",
        "All letters are drawn by someone who was cold.", "First make it readable. Then make it hum.",
    ]
}
