/// What singers and readers write month after month.
enum CircleTexts {
    /// Ingrid asks who is missing.
    static let calls: [(subject: String, text: String)] = [
        (
            "Tuesday: who is missing?",
            "Dear all, Tuesday as ever. Who is missing, and why? The \"why\" is for my education."
        ),
        ("Numbers, please", "I need to know how many altos I have before I promise eight parts to a bishop."),
        (
            "Sectional: tenors and altos",
            "Tenors and altos on Tuesday, an hour early. Basses may come and listen; it can only help."
        ),
        (
            "Rehearsal moves to the fish market hall",
            "The church has a wedding, so we're in the fish market hall. The acoustics are excellent. The rest you'll notice."
        ),
        (
            "No rehearsal. I mean: yes, rehearsal",
            "I wrote \"no rehearsal\" in the calendar and meant \"no excuses\". We meet."
        ),
        ("Before the summer", "Two more Tuesdays, then you may forget everything. Please don't begin already."),
        (
            "After the summer",
            "Welcome back. I hear that you've been singing in cars. It shows, I was behind one of you at the lights."
        ),
        ("Scores!", "There are 31 of us, and 24 scores. Look under your beds."),
        ("Dress rehearsal", "Dress rehearsal on Tuesday: the whole programme, standing, with folders, breathing."),
        (
            "New singer!",
            "A tenor has moved to Saltmarsh. A TENOR. Nobody frighten him. He's called Emeka and he likes biscuits."
        ),
        ("The heating", "The church's heating is \"on its way\". Bring a coat, gloves without fingers, and the Bach."),
        (
            "Concert recording",
            "It's on my shelf if anyone would like to hear it. I've heard it. We have things to discuss."
        ),
        (
            "Easter",
            "Good Friday: black. Sunday: colour. Last year somebody mixed them up and we looked like a chessboard."
        ),
        ("Warm-ups", "They begin at 19:00. At 19:10 they're over, and you're cold, and everyone can hear it."),
        (
            "A request from the bishop",
            "He'd like \"something cheerful\" for November. I've offered him the Requiem in major."
        ),
        ("Key of the vestry", "Who has the key? I've asked God, He says Piotr."),
    ]

    static let excuses: [(author: DemoPerson, text: String)] = [
        (.piotr, "I'll be there, but without my knee."),
        (.piotr, "Present. I bring two basses and an apology for the third."),
        (.piotr, "Away, my mother-in-law's boiler sings lower than I do and I must deal with it."),
        (.piotr, "Here! With the key. I found it in my other hymn book."),
        (.piotr, "Late by ten minutes: last ferry, first child."),
        (.piotr, "I'll come, and I've practised page 6 in the lift. The lift is full of people now."),
        (.piotr, "Present, in black, no reindeer."),
        (.piotr, "I have a cold. On the other hand I now have a low C. Your choice."),
        (.nadia, "On call till eight, then there in four minutes, I've timed it."), (.nadia, "There, with oranges."),
        (.nadia, "Not there. Somebody is being born, and won't be told when."),
        (.nadia, "There. I've listened to the recording on my rounds. Bed 4 asks for more altos."),
        (.nadia, "Night shift, sorry! I'll sing the page in the corridor at three, pp, as written."),
        (.nadia, "Coming, and the baby of last week was called Celia. After the song. I cried into my folder."),
        (.nadia, "There, unless the tide table and the rota agree on something horrible."),
        (.judith, "Present. I found four scores at the shop, under Poetry, where they belong."),
        (.judith, "I'm at a book fair, selling other people's sorrows. Back next week."),
        (.judith, "There. May I sit next to someone who counts?"),
        (.judith, "I've lost my voice. If found, please return it before Friday."),
        (.judith, "There! I've coloured in my part with three pencils. It looks like a map of the Rhine."),
        (.judith, "Half there: body yes, second soprano perhaps."),
        (.judith, "Present, with a cake that had an accident. It tastes of the accident, but nicely."),
        (.judith, "Coming, if the window in the gallery is shut. The gull had a solo last time."),
        (.me, "There. Ben asks whether listening from the porch counts as attendance."),
        (.me, "Ten minutes late, I've ink to wash off, it's the blue that takes a night."),
        (.me, "Not there, sorry: parents' evening, on the small chairs."),
        (.me, "There, and I'm bringing the new programmes. They smell of varnish, don't sing into them."),
        (.me, "There! I've been humming bar 30 at the press and the press has picked it up."),
        (.me, "Leo has a fever, so I'm practising at his bedside. He has asked for another choir."),
        (.me, "Present, one alto, slightly used."),
        (.me, "There, with the missing scores. They were in the paper store, under P."),
    ]

    static let verdicts = [
        "Thank you. So I have everything but tenors, which is called a choir.",
        "Noted, forgiven, and in two cases not believed.",
        "Good. We begin with page 6. You know why.",
        "I count eleven. With eleven one can do anything but leave the church unnoticed.",
        "Get well, those who're ill. The rest of you: no reason to start.", "Excellent. I'll bring the blue tin.",
        "I've written it all down in the book. The book is in E flat.",
        "Then it's settled, and the bishop gets his eight parts, two of them imaginary.",
    ]

    static let books: [(title: String, opening: String)] = [
        (
            "A Thousand Pages of Herring",
            "It's long. I won't pretend that it's not. But there's a chapter on salt that I'd marry."
        ),
        ("Small Mercies of the Night Bus", "Short! 140 pages! Felix, it has a route map inside the cover."),
        (
            "The Cartographer's Sister",
            "She draws the coast, he signs it. I read it in one evening and was angry until Thursday."
        ),
        ("What the Ferryman Owed", "A crime novel, by request (Owen). There's a boat in it, so I agreed."),
        (
            "Nine Letters to a Landlord",
            "Nine letters, no replies. By the fifth I was on the landlord's side, which alarmed me."
        ),
        ("Bees in the Organ", "A village, a church organ, forty thousand bees. Ingrid has asked us not to get ideas."),
        ("The Understudy's Year", "For everyone who ever stood in the wings. Tissues from chapter six."),
        (
            "Glass",
            "One word, 500 pages. The library calls it \"demanding\". The library is never wrong about that word."
        ),
        (
            "An Honest Forger",
            "About a man who printed banknotes too well. {{me}} has promised us a demonstration with cocoa tins."
        ),
        ("The Winter Lodger", "He comes in chapter one, and in the last one we learn why. I guessed nothing. Nothing!"),
        ("Salt, Rope, Bread", "A town that could be ours. One of the characters counts bins."),
        ("Letters Never Sorted", "A postmaster opens one letter in 1931. One! And then this."),
    ]

    static let reactions: [(author: DemoPerson, text: String)] = [
        (.owen, "I've begun, and I object to the weather in it."), (.owen, "The butler has an alibi. I'm lost."),
        (.owen, "Finished. I've opinions. They come in three courses."),
        (.owen, "I read it twice, once against the author."),
        (.owen, "It's a good book which hates commas. I felt for the commas."),
        (.owen, "Nobody in it ever eats. Two hundred pages, not a sandwich."),
        (.owen, "I'd like it minuted that I cried, and that it was the dust."),
        (.owen, "My brother-in-law has sold eleven copies to people who wanted to know what I'm shouting about."),
        (.owen, "Page 88: that's not how you moor a boat. I've written to the publisher."),
        (.owen, "I was wrong about the aunt. Let's not dwell on it."),
        (.nadia, "Forty pages between two and five. The porter asked who was laughing."),
        (.nadia, "As a doctor: no one dies that tidily."),
        (.nadia, "I've lent it to bed 12, who won't give it back and doesn't want to be discharged."),
        (.nadia, "I skipped the battle and reread the breakfast."),
        (.nadia, "Does it get kinder? I've got a long week."),
        (.nadia, "It got kinder. Thank you, whoever didn't tell me."),
        (.nadia, "Finished in the car park again. I should just move into the car park."),
        (.nadia, "The sister. All of it for the sister. I'd read 400 more pages of her doing accounts."),
        (.felix, "is it the one with the map"),
        (.felix, "i have the wrong book. i've read 90 pages of the wrong book. it's great"),
        (.felix, "page 9, going strong"),
        (.felix, "does the audiobook count if i fell asleep and it went on"),
        (.felix, "ok NOW i get it. chapter two. NOW i get it"),
        (.felix, "left it on the ferry. the ferry is reading it now"),
        (.felix, "finished!!! (the first part) (there are four parts?)"), (.felix, "i've been spoiled by the blurb"),
        (.mum, "I finished on Sunday. The mother in it is right and nobody listens to her"),
        (.mum, "Too many names that begin with M"), (.mum, "Very nice. He should have eaten something before the duel"),
        (.mum, "I read it to Leo, we left out page 60 and told it our own way"),
        (.mum, "My copy has a stain, it's from before me"),
        (.mum, "I've made the soup from chapter 4 it needs salt, I wrote it in the margin"),
        (
            .me,
            "I'm at the part with the press, and I can tell that the author has really pulled the bar. It's in the shoulders."
        ), (.me, "Set in a nervous little Garamond with too much air. I like the story in spite of it."),
        (.me, "Halfway. Ben has read the end, standing at my shelf, and said \"hm\". I can't interpret it."),
        (.me, "My copy smells of linseed and I think it improves chapter three."),
        (.me, "I've printed bookmarks with everyone's page number. Felix's is laminated."),
        (.me, "Finished at one in the morning, with ink on page 200. Library, forgive me."),
        (.me, "I'd have ended one chapter earlier. Then again, my customers say that about my ampersands."),
        (.me, "Can we talk about the dedication? It's the saddest line in it, and it's before page one."),
    ]
}
