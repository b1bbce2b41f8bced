/// Short threads on the neighbours' and the printers' lists.
extension DemoRoutine {
    static let notesInTheLane = """
        # Gull on the roof of no. 11
        aoife: It's nesting in the gutter and takes sandwiches by force. It got my lunch and Yusuf's hat.
        colin: Under by-law 31 it may stay until it has fledged.
        yusuf: It can stay, but not in my hat.
        aoife: Update: two chicks. They're called By-law and Thirty-one.
        # Water off on Wednesday
        colin: From 9 to 12, says the council. So from 8 to 4.
        me: Thank you, Colin! We'll fill the buckets, the press needs none.
        colin: It came back at 11:58. I have apologised to the council in writing.
        # Lost: small red boot, left
        aoife: Small, red, left. Was last seen leaving the pushchair at speed.
        yusuf: It stands in my window between the loaves. Somebody tried to buy it.
        # Street lamp
        colin: The lamp at no. 20 is out again. I've reported it with coordinates.
        me: It's been out since the storm, but the moon's rather good this week.
        colin: The moon is not the council's responsibility, I asked.
        # Who has a projector?
        aoife: For the film evening in the yard, Friday. And a white wall that isn't Colin's.
        colin: You may use my wall. I have painted it.
        me: We've a projector (Ben built it, it hums in G). I'll print tickets, just for the sake of tickets.
        aoife: Sixty people! On Colin's wall! He stood beside it with a torch in case of questions.
        # Apples, free
        colin: There are apples. They're on my wall, in order of size. Please take from the left.
        yusuf: I've taken from the left. There'll be cake for the right.
        # Scaffolding at no. 17
        aoife: It's gone! After eleven months! You can see the sea from the second step again.
        colin: I shall miss it. It kept the pigeons organised.
        # Parcel for nobody
        yusuf: I've a parcel for "M. Tern, Printer". Is that you, {{me}}?
        me: It's the ampersand. It has waited at customs since May. I'm coming down with a trolley.
        # Chimney
        colin: Smoke from no. 22, greenish. I'm asking as a friend.
        me: That's Ben and the old varnish tins. He's stopped. He says it was "informative".
        # Snow rota
        aoife: If it snows: odd numbers do the steps, even numbers the lane, Leo does the snowman.
        colin: I've made a table. The snowman has a deputy.
        # Fireworks
        colin: Last year the last rocket went up at 00:41. I propose 00:30.
        aoife: I propose that we give the rocket to Colin.
        colin: I accept, and will launch it at 00:29.
        # Choir practises with the windows open
        aoife: Just wanted to say: whoever was singing the low bit last night, don't stop.
        colin: It was fifty-five decibels. It was also very beautiful.
        """

    static let notesOnPresswork = """
        # Ink skinning overnight
        gwen: What do you all put over your tins? Mine have had a skin like custard since the summer.
        marcus: A disc of baking paper, pressed on, no air. And a drop of clove oil.
        hiro: Clove oil also makes the shop smell like a dentist's. Some customers leave.
        gwen: Clove oil works. One customer left. I didn't like him.
        # Kerning brass and copper thins
        marcus: Does anyone still use copper thins? I've a cigar box full, half a point each.
        me: Between a capital T and a lower-case o, always, and between my brother and his deadlines, in vain.
        # What is this thing (picture on request)
        gwen: Iron, a handle, a sort of jaw, and "PAT. 1889". It came with the guillotine and bites.
        hiro: A lead cutter, for rule. The jaw should have a stop. If it hasn't, it's for amputations.
        gwen: It has a stop. I'm relieved for all ten of us.
        # Deep impression: are we allowed to like it?
        marcus: My customers want to feel it from the back, with their shoes on.
        gwen: My teacher hit us for that. With a composing rule.
        hiro: A kiss for books, a handshake for cards.
        me: And for wedding cards a hug, if the paper is up to it. "A kiss for books" goes on our wall, Hiro.
        # Moving a press down a stair
        gwen: 340 kilos, eleven steps, one landing. Has anyone done it and lived?
        marcus: Rollers, ropes, two people below who don't like each other: neither will let go first.
        me: My brother moves masts. He says: take out the stair, not the press.
        gwen: Took out a window. All well. The neighbours applauded.
        # Type lice
        marcus: Showed the new apprentice the type lice. He leaned in. He's wet now. Tradition lives!
        gwen: Ours brought a towel. They talk to each other these days.
        # Polymer or metal for 8 point Arabic?
        me: A friend's calligraphy has to go down to 8 point for a colophon. Polymer plate or a cut in magnesium?
        hiro: Polymer, steel-backed, hard. Magnesium would swallow the dots, and in Arabic the dots are the words.
        gwen: What Hiro says. And print it first thing in the morning, before the rollers have feelings.
        me: Polymer it was. All dots present: I counted them with her on the telephone, both of us laughing.
        # Cleaning old wood type
        gwen: A hundred years of red. Turps? Soap? Prayer?
        marcus: Vegetable oil, a day, then a rag. Never water, unless you like bananas.
        # Sorts wanted: 18 pt at-signs
        marcus: The customer's address has three of them. THREE. In one address. I own two.
        gwen: Two are on the way to you. They've never been used. They were waiting for this.
        # Japanese vellum
        hiro: We've begun to make a small run of mitsumata vellum, 64 gsm, A3. It takes ink like a secret.
        me: Twenty sheets, please! And the phrase, may I steal the phrase?
        hiro: The phrase comes with the paper.
        """
}
