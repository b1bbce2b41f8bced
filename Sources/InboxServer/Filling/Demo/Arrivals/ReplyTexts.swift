/// What each person says when a thread continues. Each text makes sense in any thread of that person.
enum ReplyTexts {
    static let decks = nearby + further

    static let nearby: [(author: DemoPerson, texts: [String])] = [
        (
            .ben,
            [
                "Yes.", "No. But nearly.", "I'll look at it after the ink's washed off.",
                "Done already. It's on the stone.", "Which one do you mean, the good one or the other.",
                "I'd wait a day.", "Hm.", "Fine by me. Buy string.", "Saw it. Said nothing. Saying it now: it's good.",
                "Can't find the 18 point. Otherwise yes.",
                "It's in the drawer with the biscuits.", "The cat agrees.", "Measured it again. Same.",
                "I'm at the ramp, paper's here, later.", "Told you so. Sorry. But I did.",
            ]
        ),
        (
            .grace,
            [
                "I've just shown this to the director. He said \"hm\", and then \"hm!\".",
                "Wonderful, and may I have it in writing for the trustees? They like paper, as you know.",
                "Could we talk on the telephone at three? I'm in the store with the ropes, there's no signal, but there's a telephone from 1961.",
                "A volunteer asks if it could also be done in braille. I said that I know just the person to ask who would know the person.",
                "Thank you! I've put it on the wall by the kettle, where decisions are made.",
                "One more question, and then I leave you in peace: does it smell?",
                "The chair of trustees has withdrawn her comma. I'm as surprised as you are.",
                "I'm very happy with this. It feels like something.",
                "We open in spring, rain or shine, tar or no tar. Mostly tar.",
                "I counted again: it's 241. One visitor took the proof home.",
            ]
        ),
        (
            .harold,
            [
                "Dear Ms Ortiz, I've slept on it, and one word less would do.",
                "Quite so. My daughter says \"just send it\", and she may be right for once.",
                "I've no further corrections. I do have a further poem.",
                "The heron was there again. I've said nothing to him about the book.",
                "Kindly ignore my message of this morning, and that of last night.",
                "I measured it against the window, with a ruler, and you're right, it's level. It's the window that isn't.",
                "Agreed. Print it before I think.",
            ]
        ),
        (
            .mira,
            [
                "yes yes YES", "wait what. tell me everything. slowly", "ok but who's going to tell grandma",
                "i've shown this to my whole floor & the trombone man wants one too",
                "can't talk, in the cutting room, paper everywhere, happy",
                "the inspector sends his regards (he doesn't)", "that's so ben",
                "i'll ring on sunday and you'll tell me again with voices",
                "👏👏👏", "also do we have more of the purple", "i cried a bit but in a typographical way",
                "sending you a drawing of it tomorrow when the scanner's awake",
            ]
        ),
        (
            .mum,
            [
                "Very good my love. Eat something", "I've told Mrs Penhallow and she was pleased",
                "Who is going to drive", "I don't understand the half of it but I'm proud of all of it",
                "Bring a coat it's colder than they say", "I have put some in the freezer for you with a label",
                "Your father would have said yes and then asked what it costs", "Is this the one with the beard",
                "I'm writing this on the new telephone, the letters are small but I'm clever",
                "Sunday. At one. The rice",
            ]
        ),
        (
            .tomas,
            [
                "Can do. Needs clamps.", "I'm under the engine, writing with my nose. Yes.",
                "That'll hold till spring. Most things do.",
                "How heavy is it? Honest answer, not the one you gave the van.",
                "I told Mamá. I mean: Mamá told me.", "Tide's at four. Before or after, not during.",
                "I'd do it in oak. But then I'd do everything in oak.", "No comment, as there's varnish on the keys.",
                "If Ben's free I'd borrow him. And his silence.",
            ]
        ),
        (
            .ingrid,
            [
                "Good. Again, from bar 30, and this time as if you meant it.", "I've noted it in the book.",
                "Thank you. That's the first useful thing that anyone has written to this choir since Advent.",
                "Whoever has my pencil: it's a soft one, and it has a bite mark in the shape of a mezzo.", "No.",
                "I'm told that there's singing in the fish market already. That was me.",
                "We'll do it twice as slow and half as loud.",
                "The bishop has replied. He uses exclamation marks. I'm worried.",
                "Yes, and bring a pencil. Everyone. A PENCIL.",
            ]
        ),
        (
            .piotr,
            [
                "The basses have held a vote. It was unanimous and inaudible.",
                "I can bring the car, the key, and one tenor.", "Noted in pencil (mine, not bitten).",
                "If it helps, I can hum it.",
                "I've transposed it down, as one does with sorrow.",
                "May I ask for four bars of silence on this matter?",
                "On my way, I'm behind the number 9 bus, which is in B flat.",
                "Splendid. I'll tell Emeka, he's still frightened of the tin.",
            ]
        ),
        (
            .judith,
            [
                "I've ordered three. One's for me, one's for you, and one's for the person who'll say that they never got one.",
                "Let's not decide before Rosa has read it.", "Rule one, everybody.",
                "A customer overheard me talking about this and wants to join. She has read Glass. Twice!",
                "I'll bring the cards with the questions. There are fourteen now.",
                "That's the best sentence that I've read today, and I've been reading since six.",
                "I've put it in the window, between the herring and the forger.",
                "Yes! And would somebody please give Felix a lift, he's at the wrong pier.",
            ]
        ),
        (
            .owen,
            [
                "I agree, and I'd like it noted that I don't like agreeing.", "Footnote: I said so in March.",
                "There's a word for this in Latin and the Gazette has already printed it.",
                "I object, on principle, pending my finding one.",
                "My brother-in-law says hello. He's sold another.",
                "You're all wrong, but so charmingly that I'll let it pass.",
                "I've reread the passage standing up, and I take it all back.", "Who let Felix near the index?",
            ]
        ),
        (
            .nadia,
            [
                "Between two patients: yes, good, thank you, more on Thursday.",
                "I read this out in the staff room, and now they all have opinions.",
                "All quiet here. I've oranges and chapter six.", "Take it seriously, but sitting down.",
                "I'm off at eight and can bring the big car.", "Medically speaking: nonsense. Otherwise I'm for it.",
                "Bed 12 has been discharged and has taken the book along. I consider it a prescription.",
            ]
        ),
        (
            .felix,
            [
                "wait is this today", "i'm on the ferry. the wrong ferry. but a nice one",
                "can someone send me the thing again, the first thing, not the second thing", "i have a map now!!",
                "sorry just woke up, yes to everything",
                "who is emeka", "i'm bringing crisps. is that ok with the type",
            ]
        ),
    ]
}
