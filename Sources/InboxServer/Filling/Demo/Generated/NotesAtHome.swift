/// Short exchanges with the family and friends.
extension DemoRoutine {
    static let notesAtHome = """
        # how do you get ink out of a jumper
        mira: asking for a friend who is me
        me: You don't. You get the rest of the jumper in.
        mira: mum. MUM. it worked. it's a blue jumper now
        # soup??
        mira: what goes in grandma's soup besides everything
        me: A bay leaf, and the stare.
        mira: i've added the stare. it's better
        # exam friday
        mira: history of typography, oral. ask me something
        me: Who cut the first italic, for whom, and why did they fall out?
        mira: griffo, for aldus, over who got the credit. also he later killed his son in law with an iron bar but i'd leave that out
        me: Leave it in. You'll pass.
        mira: PASSED. the professor leaned forward at the iron bar
        # the inspector
        mira: the inspector brought me a mouse. what is the etiquette
        me: Thank him, look impressed, and dispose of it when he isn't looking. It's how I handle reviewers.
        # rent
        mira: landlord says the rent goes up by 12 because of "the atmosphere". can he
        me: No. I've read your lease in bed, page 4. Shall I write to him, or do you want to?
        mira: i wrote to him!! with paragraph numbers. he said sorry & that it's a nice atmosphere
        # do you have a photo of the old sign
        mira: need it for a project, the one with grandpa on the ladder
        me: It's in the flat file, third drawer, under the purple. I'll scan it tonight.
        mira: it's perfect. he's wearing two hats
        me: Now you know where Ben got it from.
        # bike
        mira: bike is gone. then bike was back. with a new bell?
        me: Keep the bell, lock the bike, ask no questions.
        # i'm printing!!!
        mira: they let me on the proof press. i set your name in 48 pt and spelled it right on the 2nd go
        me: Send me the first one.
        # trombone update
        mira: he's learned a fifth bar
        me: Hold the front page.
        mira: it's not a happy bar
        # call?
        mira: call on sunday? not for a crisis, only for talking
        me: Sunday at six. I'll be the one with the ironing.
        # The telephone
        mum: The telephone says it is full of what. I only ring people
        me: It's photographs, Mamá. You've 900 of the rice.
        mum: Each was different
        # Your father's coat
        mum: I found Papá's coat and in the pocket a ticket for the ferry from 1994, return, he never used the return. Do you want it or Tomás
        me: You keep it, Mamá, and I'll frame it for you.
        # Doctor
        mum: Everything good. He has warm hands now, I gave him gloves
        me: You gave the doctor gloves?
        mum: And jam
        # Leo's socks
        mum: Leo left one sock here. It is the good one
        me: They're all the good one. He says thank you. He says that the other's at Tomás's.
        # I am on the internet
        mum: Judith showed me. There's a video of a man who peels a potato in one go. I've written to him
        me: What did you write?
        mum: Too thick
        # Curtains
        mum: Blue or green for the kitchen, quick, the woman is waiting
        me: Green!
        mum: I took the blue
        # Easter
        mum: Who brings what at Easter: you the lamb cake, Tomás the lamb, Mira herself. Ben is invited, he can sit by the window
        me: Ben says yes (he said "hm"). I'll bring the cake and five chairs.
        mum: At last a serious person
        # Borrowing the van
        tomas: Need the van Saturday. It's for a mast.
        me: The van is 3 metres long, Tomás. How long is the mast?
        tomas: Less than 14.
        me: No.
        # Varnish
        tomas: What do you use to get varnish out of a beard?
        me: Scissors.
        tomas: Not yet there, but thanks.
        # Job
        tomas: The harbour office wants me for the pilot boat, whole winter, proper pay. Tell nobody yet.
        me: I've told nobody. Mamá knows.
        tomas: How?!
        me: She bought you a hat.
        # Oak
        tomas: There's an oak down at Lower Marsh after the storm. Old Finch's. He'll sell if I listen to a poem.
        me: Ask for the one about the drainage. It's the best and the shortest.
        tomas: It was good. Got the oak for half.
        # Gold leaf
        tomas: How do you get gold leaf to stay where it should?
        me: Hold your breath, use the squirrel brush, think of nothing.
        tomas: Thought of money. It went everywhere.
        # Leo on board
        tomas: Can I have Leo for Saturday? He's the only one who fits under the engine.
        me: With life jacket, gloves and lunch. And he returns with as many fingers as he has now.
        tomas: Ten, I've counted. He's steering home.
        # Tide table
        tomas: Your specimen tide table is out by an hour in April.
        me: Summer time. Colin told me twice and I didn't listen.
        tomas: Colin was right?
        me: Don't spread it.
        # Bench
        tomas: Built a bench from what was left of the oak. Two metres. Seats Mamá and three she approves of.
        me: For the shop front, please! Ben needs something to be silent on.
        # Night shift poem
        nadia: Four in the morning, all quiet, one patient snores in three-four time. I read him a poem of Mr Finch's. He stopped. I think that it's a success.
        me: I'll tell Harold that he has been prescribed.
        # Blood pressure cuff
        nadia: You left before I could say it: come by and let me take your blood pressure again, no coffee before. It's nothing, it's only your age and Colin.
        me: Thursday at nine. I'll come uncaffeinated and without Colin.
        # Mrs Penhallow
        nadia: Mrs Penhallow is well again and asks whether Admiral may visit the ward. I said that I'd ask the ward.
        me: And?
        nadia: The ward has voted. He comes on Friday, by wheelbarrow.
        # The bookshop's window
        judith: Could you lend me the big wooden letters for the window again? I want to write READ ALREADY.
        me: You can have all but the second A, it's in use as a doorstop at Aoife's.
        judith: Then I'll write READ LREADY and see who comes in to complain. My best customers are complainers.
        # Signed copy
        judith: I've got you a signed one. She wrote "for the printer, who knows". What do you know?
        me: How to get red out of an apron. I told her at the herring evening.
        # Proofreading?
        owen: Would you cast an eye over my letter to the Gazette? It's about the clock. Somebody must say it.
        me: It's very good, Owen. I'd take out "tyranny", both times, and the Latin.
        owen: I kept the Latin. They printed just the Latin.
        # the library fine
        felix: hypothetically, what happens if a library book has been in the sea
        me: Hypothetically: freeze it, then press it, then confess.
        felix: the confessing was the worst, she wasn't even angry
        # Alto lines
        piotr: I've doubled your line with mine in verse two. An octave lower. If you hear a ferry, it's me.
        me: I heard it. I turned round for the timetable.
        # Throat
        ingrid: Are you hoarse? You were hoarse on Tuesday. I heard it through eleven others.
        me: A little. Honey, steam, silence till Friday?
        ingrid: Silence till Sunday. Write to people instead.
        # Programme, typo
        ingrid: It says "Stile Nacht" on page 2. I know that German has many consonants but it needs them all.
        me: Found, mended, and the fourteen wrong ones are now bookmarks for the basses.
        ingrid: Fitting.
        # Overdue
        library: Dear Ms Ortiz, "Knots of the Baltic, vol. 2" is eight weeks late. Volume 1 misses it.
        me: It's at the museum, being photographed! I'll bring it on Saturday, with an apology for vol. 1.
        # Bread
        yusuf: {{me}}, tomorrow I try the rye with the sea water. You're my tongue, come at seven.
        me: Seven. I'll bring the butter and an opinion.
        yusuf: Your opinion was right, too much sea. On Monday again.
        # Ovens
        yusuf: The oven man says three days. THREE DAYS. What do I tell the lane?
        me: I'll print a sign: "The oven is resting. So should you."
        yusuf: They love the sign. They want to keep the sign. I want my oven.
        """
}
