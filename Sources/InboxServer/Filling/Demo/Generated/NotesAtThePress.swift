/// Short exchanges about the shop.
extension DemoRoutine {
    static let notesAtThePress = """
        # Key
        ben: Left the key under the B.
        me: Which B? We've forty thousand.
        ben: The big one. Outside. On the sign.
        # Magenta
        ben: We're out of magenta. We never use magenta. How are we out of magenta.
        me: Leo's birthday. The lizard banner.
        ben: Right. Good lizard.
        # Paper delivery Tuesday
        ben: Paper comes Tuesday at 7. Driver's new, he's afraid of the ramp.
        me: I'll be there at 6:45 with encouragement.
        ben: And with the boards.
        # Cutter blade
        ben: Blade's dull. It bruised the museum samples.
        me: How badly? Can we trim again?
        ben: Two millimetres. I've called the grinder, he's coming Thursday and wants coffee, not tea.
        me: He shall have coffee. Move Harold's job before the museum's then.
        ben: Moved.
        # That customer
        ben: Man came in. Wants 50 cards in "any font but the readable ones".
        me: What did you show him?
        ben: Everything. He took the Walbaum.
        # found this in the hellbox
        ben: Found a 36 pt R in the hellbox. Perfect face. Who threw it.
        me: Me, on the day of the flood, in the dark. I've been looking for it for three years!
        ben: It's on your stool.
        # Radio
        ben: Radio only gets the shipping forecast now.
        me: That's fine, isn't it?
        ben: It's better.
        # Insurance wants photos
        me: The insurance wants photographs of both presses "from their best side". Do you have time tomorrow?
        ben: The small one has no best side.
        me: Then the other one from two.
        # Humidity
        ben: 71 percent this morning. Sheets wave at me.
        me: Wave back, and put the fan on in the paper room. We print after lunch.
        # Dentist, Thursday
        ben: Out from 11 to 1 on Thursday. Dentist.
        me: Poor you! Shall I have the ink ready for when you can't talk?
        ben: Nobody will notice.
        # Type order, spring
        me: Jürgen casts in January. What do we need besides the 14 point?
        ben: Commas. We always need commas. The poets take them.
        me: Four kilos of commas it is, and one of full stops to stop them.
        # A visitor
        ben: Tortoise came in at ten, looked at the Heidelberg, left.
        me: Which way did it go?
        ben: Slowly.
        # Waste paper
        ben: School asks for offcuts again, three boxes.
        me: Give them the cream ones. And the purple, before you make anything with it.
        ben: I like the purple.
        me: I know. That's why.
        # The step
        ben: Painted the step yellow. Fourth person this week.
        me: Was it wet when the fifth came?
        ben: Yes. He's yellow now. He says he's fine.
        # Calendar 
        ben: We should do a calendar.
        me: You say that every year on the 20th of November.
        ben: Put it in the calendar then.
        # Lino
        ben: Cut the gull. It looks like Ingrid.
        me: We can't sell that. Two copies, please.
        # Stamps
        me: Are there stamps left in the tin?
        ben: Nine. And a button.
        # Heating
        ben: Boiler's off. Ink's like tar.
        me: Tidal Power say that it's the pump, somebody comes at two. Use the quick-drying black till then and wear the hat.
        ben: Wearing both hats.
        # Type thief
        ben: Someone took the apostrophe from the window display.
        me: So now we're "Anns prints"?
        ben: We're "Ann s prints". I put in a fish.
        # Overtime
        ben: Finished the 500 cards. Went home at 9. Cat's fed.
        me: Thank you! What cat?
        ben: There was a cat.
        # Chase
        ben: Lent the big chase to Gwen. She's bringing jam.
        me: Which jam?
        ben: Didn't ask. You'd have asked.
        # Anniversary
        me: Ben, do you know what day it is on {{day+3}}? Eleven years since you came in to get out of the rain.
        ben: It's still raining.
        me: Cake at four.
        # Fold test
        ben: Folded 50 of each. The 120 cracks across the grain. The 100 doesn't.
        me: Then 100, and we tell Grace it's a decision and not a rescue.
        ben: It's both.
        # Order no. 3 for the library
        library: Dear Tern Press, the catalogue cards are wonderful and entirely unnecessary, as everything is in the computer. Could we have 200 more? // Saltmarsh Library
        me: Of course! Same line at the bottom ("Please return, it knows who you are")?
        library: Yes. It has halved the losses.
        # Rollers
        ben: Rollers back from the caster. One's too long.
        me: How much?
        ben: A thumb.
        me: Whose thumb?
        ben: Mine. I'll send it back.
        # A word about the poster
        grace: Dear {{me}}, the poster for the night of the knots hangs at the ferry. People photograph it. One gentleman asked for the font's telephone number.
        me: Dear Grace, it's cut in pear wood from about 1880 and doesn't take calls. Thank you!
        # Loan of the small press
        grace: Could the museum borrow the small press for the family weekend? We would insure it, and the children.
        me: Gladly, and Ben comes with it (you can't have one without the other). He likes children from about a metre away.
        grace: We'll rope off a metre. We are good at ropes.
        # Invoice for the knots
        grace: Your invoice says "12 posters, 1 misunderstanding". What does the misunderstanding cost?
        me: Nothing, it's just for the books. Ben prints everything that happens.
        # Heron found
        harold: Dear Ms Ortiz, I enclose no correction. I merely report that a heron stood on the pump house today and looked, I felt, at me.
        me: Dear Mr Finch, shall I set it?
        harold: Not yet. We're both thinking.
        # Paper sample
        harold: The sample with the deckle edge pleases my hand. My daughter says it looks unfinished. I said: so am I.
        me: Deckle it is. We can trim your daughter's copy.
        # Title page
        harold: Could "Poems" be smaller? They're not very large.
        me: It's in 24 point now. In 18 it looks as if it were whispering.
        harold: Then 18.
        # Umlaute
        jurgen: Das kleine Paket mit den Umlauten ist unterwegs. Das ü habe ich doppelt gegossen, es sah einsam aus.
        me: Danke! Es hat hier schon Anschluss gefunden, beim ß.
        # Öffnungszeiten
        jurgen: Kurze Nachricht: Gerda streikt, ich gieße erst wieder ab Montag. Ersatzteil kommt aus Görlitz, mit dem Fahrrad.
        me: Gute Besserung an Gerda! Eilt nicht, hier regnet es ohnehin Blei.
        # Colle de pâte
        helene: Connais-tu une bonne farine pour la colle ? La mienne a changé de recette et fait des grumeaux.
        me: Demande à Yusuf, notre boulanger : type 45, tamisée deux fois, et on parle doucement.
        helene: Ça marche ! Même le chat trouve que ça sent meilleur.
        # 运费的问题
        chen: 你好，快递说海运便宜一半，但是要六个星期。你急不急？
        me: 不急，走海运吧。纸坐船来，很合适。
        chen: 好的，那我把包装再加一层油纸。
        # لون الحبر
        layla: صباح الخير، أي أزرق اخترتم في النهاية؟
        me: أزرق الليل، مع قليل من الأسود. بن يقول إنه صحيح، وهو لا يتكلم كثيرا.
        layla: إذن هو صحيح 💙
        """
}
