/// Threads that begin while the program runs; the owner's replies are left to the user.
enum ArrivalTexts {
    static let direct = """
        # Question about the blue
        grace: Dear {{me}}, a quick one from the museum: is the blue on page 12 the blue of the door, or the blue of the door in the rain? The director has bet a cake on it.
        grace: He's gone down to look at the door. It isn't raining. He's waiting.
        # Apprentice, first day
        ben: She's set her name, without a mistake, upside down, in eleven minutes.
        ben: And swept. Nobody told her to sweep.
        # Smell in the paper room
        ben: Paper room smells of oranges.
        ben: It was Nadia. She left a crate. There's a note: "for the altos".
        # Chapbook: a matter of conscience
        harold: Dear Ms Ortiz, page 14. I've thought of nothing else since breakfast. What did your conscience say about the semicolon?
        harold: My daughter says that I'm to leave your conscience alone. I remain, with respect, yours, H. F.
        # can you send me your recipe for the lemon thing
        mira: it's for the man with the trombone. he knocked and said SORRY. for the whole year. so i invited him
        mira: he's bringing the trombone. i may have made a mistake
        # 4th floor flood (small)
        mira: the washing machine of the 5th floor is now partly ours. the cutting mat is safe. the inspector watched from the box
        mira: landlord came with a bucket & called it atmosphere
        # Chairs: final count
        mum: I've counted again and now there are twelve. Who brought a chair in the night
        tomas: No idea what you mean. Nice chair, though, isn't it? Oak.
        mum: It is the chair of your father. You mended it. I'm not going to write anything more now
        # Spruce
        tomas: The spruce is here. Eleven metres, straight as a ruler, and it smells like Christmas in a chapel. Leo should see it before I cut it.
        tomas: He came, he saw, he hugged it. We cut tomorrow.
        # Programme: one more name
        ingrid: I forgot Emeka. He sings second tenor, he's new, and he has his whole family coming. Is it too late to print a person in?
        piotr: If it's too late I offer him my line, I can be "and others".
        # The cathedral has a cat
        judith: I went to look at the platforms for the 19th. There's a cat that sits on the conductor's desk. The verger says that it stays for all concerts.
        ingrid: I've worked with worse page-turners.
        nadia: I'm allergic, and I've never been so willing to suffer.
        # A Case of Small Capitals: floor plan
        judith: The book has come in. Felix, the floor plan folds out. It FOLDS OUT.
        felix: i'm in the shop already
        owen: Page 3, as promised. A corpse, and set in eleven point. I'm content.
        # Is this a misprint, or a clue?
        owen: Page 57, line 4: "the inky thumb of Mr Tern". There's no Mr Tern before or after. {{me}}, have you been writing novels?
        nadia: It's a clue. I don't know for what, but I felt it in my neck.
        # Layout for the door sign
        nadia: The clinic needs a new sign for the waiting room. "Please be patient" is on it now. We find it funny. The patients don't.
        nadia: Suggestion from bed 12: "It won't be long, and it'll be kind." Could you print that?
        # Rye, no. 13
        yusuf: Number thirteen is out of the oven. It's NOT too much sea. I want you to sit down before you taste it.
        yusuf: I've put it on your windowsill. Ben looked at me through the glass. We nodded.
        # A book about us?
        helene: Chère {{me}}, un éditeur de Lyon veut faire un petit livre sur les gens qui font encore des livres. Il cherche « une imprimeuse et un homme silencieux ». J'ai pensé à vous.
        helene: Il demande si Ben peut se taire aussi en français.
        # Gerda hat Geburtstag
        jurgen: Gerda wird am Samstag hundert. Es gibt Kuchen, und sie gießt zur Feier ein „J“ für jeden Gast. Kommst du? Der Zug braucht nur neun Stunden.
        jurgen: Ich habe dir schon eins zurückgelegt, mit schiefem Punkt.
        # 新纸晒好了
        chen: {{me}}，第一批新纸今天晒好了，白得像早晨。给你留了最好的一刀。
        chen: 女儿写了一张小卡片放在箱子里，是她自己捞的纸，有一点厚，请不要笑 😊
        # معرض في بيروت
        layla: عندي خبر جميل: طلبوا أن يعرضوا لوحتنا في بيروت في الربيع! هل يمكن أن تطبعي عشر نسخ؟
        layla: نسيت أن أقول: سيكتبون اسم المطبعة بالعربية، وسأخطه بنفسي.
        # Reservation: 24 small hands
        school: Dear Ms Ortiz, may class 5 come in the second week of March? I've 24 forms, signed, one with jam.
        school: Update: 25. We've a new boy, his name is Bartholomew, and I'm sorry.
        # Pilot boat
        tomas: First night out. Force seven, coffee sideways, and a ship called "Serenity" that wasn't. I love it. Tell nobody.
        mum: He rang me at six. I haven't slept either. I knitted
        """

    static let lane = """
        # Admiral has reached the sea
        aoife: 11:40, low tide, with Leo. He stood in it up to the paint. He looked at the horizon for eight minutes. Then he turned round by himself.
        yusuf: I'm crying in the flour.
        colin: For the log: north-easterly, two, visibility good.
        # Who's drilling?
        colin: It's 14:05. I'm not complaining, I'm curious about the diameter.
        aoife: Me. Twelve millimetres. It's a shelf for your table of by-laws, and it was supposed to be a surprise.
        colin: I've never been so sorry to have been so curious.
        # Lights for the lane
        yusuf: I've found forty metres of lamps in the cellar, the old ones, yellow. Shall we hang them before December?
        aoife: YES. I have a ladder. Two, in fact.
        colin: They draw 4.2 amperes. I've calculated it. It's allowed.
        # Free to a good home: piano
        aoife: Upright, brown, 51 of 88 keys have opinions. It stands in our hall and we can't reach the kitchen.
        colin: How did it get in?
        aoife: We think that it came with the house.
        # Gull by-law
        colin: By-law and Thirty-one are back, with company. I've prepared a reply.
        yusuf: They ate it.
        """

    static let presswork = """
        # Static on dry days
        gwen: Twenty sheets in, and they cling like relatives. What do you do about static in the feed pile?
        marcus: Tinsel. Copper tinsel over the delivery. I mean it, the stuff from the tree.
        hiro: A bowl of warm water under the table, and a word of welcome.
        # The smell of a new rubber roller
        marcus: Just unwrapped three. I've had to sit down.
        gwen: It's how I know that it's spring.
        # Which way up is a colophon?
        hiro: A customer asks for the colophon in front. I've no rule against it, only a feeling.
        gwen: In front it's a boast, at the end it's a signature.
        marcus: In mine it's on the inside of the band. Nobody has found it since 2011.
        # Proof press on a bicycle
        gwen: I saw a man in the park with a proof press on a cargo bicycle, printing poems for passers-by. Is that one of you?
        marcus: I wish. What's the gearing?
        # Lead, and cats
        hiro: Our cat sleeps in the lower case, in the e. Should I worry? About the lead, not about the e.
        gwen: Move her to the x. Nobody needs the x.
        """

    static let folio = """
        # Crash with a page of width 0
        priya: Gerald has a brother. 0 points wide, 842 high; we divide by the width in nup.c. I call him Slim.
        devon: near() says that he isn't near. I'd refuse him at the door: "page 1 has no width".
        lars: A page without width is a line. Are we sure that we don't support lines?
        # Italian manual: how formal are we?
        sofia: In Italian I must choose: does folio say tu or Lei to its users? Tu feels right for folding, Lei for errors.
        devon: I love that. An error should wear a tie.
        priya: Seconded. In Tamil we'd have four levels, please don't ask me.
        # Idea: show the cut
        devon: What if the preview could play the folding, sheet by sheet? In characters, even. A picture of the process.
        sofia: Please! I explain it with napkins at present.
        lars: I've eighteen napkins scanned, if needed.
        # Bug tracker: what's left for 4.2
        devon: Three left. One's mine, one's Priya's, and one says only "margins????" with a photograph of a dog.
        priya: The dog is holding the booklet. It's upside down. It isn't a bug.
        # Does anybody use --tumble?
        devon: I'd like to remove --tumble. In nine years we've had a single report about it, and it was thanks.
        lars: I use --tumble.
        devon: Of course you do. It stays.
        """
}
