/// The Thursday Readers and the long thread about the lighthouse book.
extension DemoStories {
    private static let readers: [DemoPerson] = [.judith, .owen, .nadia, .felix, .mum]

    static var bookClub: [DemoStory] { [ledger, nextBook, translator] }

    private static var ledger: DemoStory {
        DemoStory(
            "ledger", .club, "November book: The Lighthouse Keeper's Ledger", .minutesAgo(63), in: .inbox,
            with: readers,
            unread: 3,
            [
                DemoLetter(
                    .judith,
                    """
                    Dear readers,

                    for November it is "The Lighthouse Keeper's Ledger" by Una Castellane, 312 pages. The library has four copies, and
                    I have one with jam on it. We meet on the last Thursday at {{me}}'s, among the type cases. Please do not sit on \
                    the Garamond again, Felix.

                    Rules as ever: no endings before the day. Owen, I mean you.
                    """),
                DemoLetter(.owen, 3.5, "I have never given away an ending in my life. The butler did it."),
                DemoLetter(.felix, 1.2, "Which one was the Garamond"),
                DemoLetter(
                    .me, 0.4, "The one with the print of your trousers in it. It still reads \"evisnepxe\" backwards."),
                DemoLetter(
                    .nadia, 9,
                    """
                    Started on my night shift. Page 40. I'm already worried about the dog. Somebody tell me about the dog, yes or no is
                    enough.
                    """),
                DemoLetter(.judith, 1, "Rule one, Nadia."),
                DemoLetter(.owen, 0.3, "The dog is a metaphor. Metaphors can't die, they can only be extended."),
                DemoLetter(.nadia, 0.5, "That is exactly what someone would say if the dog dies."),
                DemoLetter(
                    .mum, 14,
                    """
                    Hello everybody this is Rosa, {{me}} put me on the list, thank you, I read it in two days because of my hip. I cried at
                    the lamp oil. I will make the small cakes. How many are we
                    """),
                DemoLetter(.judith, 2, "Welcome Rosa! Six of us with you, seven if Felix finishes. So: six."),
                DemoLetter(.felix, 0.6, "I'm on page 12 and I have feelings"),
                DemoLetter(
                    .owen, 4,
                    """
                    A question to keep Felix busy: why does she number the storms but not the ships? I say she counts what she can't help
                    and keeps silent on what she could have.
                    """),
                DemoLetter(
                    .me, 2.2,
                    """
                    Because storms come round again and a ship is only lost once. Also, as someone who keeps a ledger: you write down what
                    you'll be asked about. Nobody asks a keeper for ships. They ask for oil.
                    """),
                DemoLetter(
                    .nadia, 7,
                    """
                    I like {{me}}'s answer. In the clinic we chart what can be billed as well. The rest we carry home.
                    """),
                DemoLetter(.owen, 1, "I withdraw mine. Carry on being wise at four in the morning."),
                DemoLetter(
                    .judith, 12,
                    """
                    A word on chapter nine, where the handwriting changes. Did anyone else take it for a misprint? I rang the library.
                    The library said "keep reading" in a voice.
                    """),
                DemoLetter(.felix, 2, "Page 31. There's a chapter nine?"),
                DemoLetter(.mum, 5, "The handwriting is the sister. I am sorry is that an ending"),
                DemoLetter(.owen, 0.1, "IT IS THE SISTER?"),
                DemoLetter(.judith, 0.2, "Rosa!"),
                DemoLetter(.mum, 0.3, "Forget what I wrote. It is not the sister. More cakes"),
                DemoLetter(.nadia, 3, "I choose to believe that the dog learned to write."),
                DemoLetter(
                    .me, 1,
                    """
                    Printer's note: in the first edition the other hand is set in a different italic, you see it in the k. In the
                    paperback they used the same one for both and spoiled it, or saved it, depending on your mother.
                    """),
                DemoLetter(.owen, 6, "Bring the first edition. I'll wear gloves. I'll wear two pairs."),
                DemoLetter(
                    .judith, 20,
                    """
                    Halfway check. Where is everybody?

                    Judith: done, rereading. Owen: done (he says). Rosa: done twice. {{me}}?
                    """),
                DemoLetter(
                    .me, 2,
                    "Page 188. I read standing up while the ink dries, so it's slow, and the book smells of linseed."),
                DemoLetter(.nadia, 5, "Page 240. It's two in the morning. The oil is running out and so is my coffee."),
                DemoLetter(.felix, 9, "Page 31. But I've reread page 31. It's very good."),
                DemoLetter(.owen, 0.5, "Felix, page 31 is the map."),
                DemoLetter(.felix, 0.2, "It's a very good map"),
                DemoLetter(
                    .judith, 16,
                    """
                    Now the serious part. Yusuf asks whether we want the long table or the round one, because Aoife's tortoise rescue committee
                    (it exists now) meets on the same evening.
                    """),
                DemoLetter(.nadia, 1.5, "Round. In a long one I always end up opposite the bookseller."),
                DemoLetter(.owen, 2, "I'm the bookseller's brother-in-law and I second that."),
                DemoLetter(.mum, 3, "Round is better for cakes"),
                DemoLetter(
                    .me, 1,
                    "Round it is. It goes where the cutter stands, if Ben helps me push the cutter. Ben doesn't know yet."
                ),
                DemoLetter(.felix, 11, "PAGE 96. What do you mean she KNEW about the reef"),
                DemoLetter(.owen, 0.2, "Welcome, Felix. We've been waiting for you here, in the dark, with the oil."),
                DemoLetter(.judith, 0.7, "This is the happiest day of my career."),
                DemoLetter(
                    .nadia, 8,
                    """
                    Finished. I'm sitting in the car park of the clinic. I'm not going to say anything about the last ledger page except that
                    the column for "remarks" has never hit me like that.
                    """),
                DemoLetter(
                    .me, 1,
                    "I set that column once, for the harbour office. Twenty lines, all empty. I'll show you on Thursday."
                ),
                DemoLetter(
                    .judith, 14,
                    """
                    Then we're set: {{day+5}}, half past seven, round table, {{me}}'s shop, mind the step. Rosa brings cakes, Owen brings wine,
                    Nadia brings stamina, and I bring questions, eleven of them, on cards.
                    """),
                DemoLetter(.owen, 1.1, "Eleven! Last month there were four, and we only did \"Did you like it?\"."),
                DemoLetter(
                    .felix, 0.8,
                    "Finished. Finished! I read the end on the bus and missed my stop, and then the next one. Nobody told me about the DOG"
                ),
                DemoLetter(.nadia, 0.3, "I have been alone with this for nine days, Felix. Come here. 🫂"),
            ])
    }

    private static var nextBook: DemoStory {
        DemoStory(
            "next-book", .club, "What shall we read in winter?", .daysAgo(3, at: 18.2), in: .inbox, with: readers,
            unread: 1,
            [
                DemoLetter(
                    .judith,
                    """
                    Nominations, please, one each, under 400 pages. Last winter's thousand pages of herring were a beautiful mistake.
                    """),
                DemoLetter(.owen, 5, "\"The Salt Almanac\". 380 pages, no dogs."),
                DemoLetter(
                    .nadia, 4,
                    "\"Small Hours\", short stories by a night porter. I can finish one between two patients."),
                DemoLetter(.felix, 3, "Is there anything with a map"),
                DemoLetter(
                    .me, 20,
                    "\"A Case of Small Capitals\". It's about a printer, but somebody is murdered on page 3, so there's hope for Owen."
                ),
                DemoLetter(.mum, 6, "I vote for all of them and I have time because of the hip"),
                DemoLetter(
                    .judith, 9,
                    """
                    Three votes for the murdered printer, two for the porter, one for a map. "A Case of Small Capitals" it is. The library
                    has one copy; Judith has ordered three. Felix, I'm told that there is a floor plan on page 7.
                    """),
            ])
    }

    private static var translator: DemoStory {
        DemoStory(
            "translator", .club, "The translator is coming!", .daysAgo(192, at: 11), with: readers,
            [
                DemoLetter(
                    .judith,
                    """
                    You won't believe it. I wrote to the translator of the herring book, and she answers: she is in Saltmarsh for two days
                    in May and would love to "sit quietly at the back". Quietly! At ours!
                    """),
                DemoLetter(.owen, 1, "I take back what I said about the footnotes. All four times."),
                DemoLetter(.nadia, 7, "May I ask her about the seventeen words for wet?"),
                DemoLetter(
                    .me, 2,
                    """
                    I'll print name cards. Hers in the herring blue. What does one pay a translator, and is it allowed to be cake?
                    """),
                DemoLetter(.judith, 12, "I asked. It's allowed to be cake."),
                DemoLetter(
                    .judith, 240,
                    """
                    For those who missed it (Felix): she stayed until one, corrected Owen twice, and took a composing stick home in her
                    handbag. {{me}} says that it was a present. Thank you all, I'm still floating.
                    """),
                DemoLetter(.felix, 3, "I had a fever. I read ten pages of the herring to punish myself"),
            ])
    }
}
