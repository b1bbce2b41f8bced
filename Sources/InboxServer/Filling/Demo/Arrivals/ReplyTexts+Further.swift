/// Replies on the lists and from abroad.
extension ReplyTexts {
    static let further: [(author: DemoPerson, texts: [String])] = [
        (
            .devon,
            [
                "Makes sense. Could you send it as a patch against main?",
                "I tried it on the chapbook here: 3 % faster, and the baby slept through it.",
                "Let's not do this before 4.2. After it, gladly, and loudly.",
                "I've pushed a branch with a sketch: devon/try-this. It's ugly, and it works on my machine, which is also ugly.",
                "The arm64 robot disagrees. It often does. Looking.",
                "Could whoever reviews this please also try it with --rtl?",
                "Agreed. I'll write it down in the notes for the release.",
                "Merged, and closed the two bugs that it fixes. One was from 2014. It had a birthday cake in the comments.",
                "If we do that then the file format changes. I'm not against it; I'm lying down.",
            ]
        ),
        (
            .priya,
            [
                "I read it twice. Fine with me, apart from a missing const that I'm not going to mention.",
                "What happens when the count is zero? There's always someone with zero.",
                "I fed it 10,000 files last night. Gerald still crashes, but differently.",
                "Could we have a test whose name is a sentence? It's for me, at three in the morning, in a year.",
                "That's undefined behaviour, in the nicest possible way.",
                "Reviewed-by: Priya Raman <priya@raman.example>",
                "I'd split it in two: the rename, and the thing that's hidden behind the rename.",
                "It's past midnight here. My opinion is yes; ask me again when it's light.",
            ]
        ),
        (
            .lars,
            [
                "May I add a historical remark? (4 pages, attached next time.)",
                "On my balcony it's the other way round, but the balcony faces north.",
                "I've thought about it, and I was wrong; here's why that's interesting.",
                "In principle yes. In practice also yes. I'm as surprised as you.",
                "I measured it 74 times. The mean is reassuring, the deviation has character.",
                "Has anyone tried a brick?", "I've made one slide. One.", "+1, without a cow.",
            ]
        ),
        (
            .sofia,
            [
                "From the studio: we used it on 300 wedding menus yesterday, and nobody noticed anything, which is the highest praise.",
                "I can translate that. In Italian it takes eleven words, and a gesture.",
                "I don't dare to say it, so I'll write a test: it fails.",
                "v5 is on the way, with the typo mended and a new typo.",
                "Could we call it \"grain\" in the interface, too? Everyone in the shop says grain.",
                "Thank you!! I learned more C from this mail than from the book.",
                "My boss printed this thread and asks who Lars is.",
                "The espresso machine is booked for April. So is the table.",
            ]
        ),
        (
            .gwen,
            [
                "Tried it this morning. Works, if you hold your tongue at the right angle.",
                "I've two spare, first come first served, and I don't ship anvils again.",
                "My press says no. My press is always right, it weighs a ton.",
                "That's how my teacher did it, and he had nine fingers.",
                "Photograph it before you clean it, please, for those of us who love dirt.",
                "I'd pay good jam for one of those.",
            ]
        ),
        (
            .hiro,
            [
                "In Kawabata we leave it for a night under a stone. The stone has a name.",
                "I asked my father. He asked his. The answer is: less water.",
                "I can send you a sheet to try; it travels well between two cards.", "A quiet yes from here.",
                "The old manual says \"with the patience of the second brush\". I'm still looking for the second brush.",
            ]
        ),
        (
            .marcus,
            [
                "Contrarian again: I'd do it hot.",
                "I've one in the cellar next to the potatoes. Make me an offer in brass.",
                "It took me 400 sheets and one marriage to find that out.", "Don't. I did. Don't.",
                "Fine, you've all convinced me, I'll buy the felts.", "Does it come in 10 point?",
            ]
        ),
        (
            .aoife,
            [
                "I'm on the roof again, but with a ladder this time.",
                "Could we settle this over soup? Saturday, ours, bring a chair.",
                "Admiral has been seen. Facing the harbour. Motionless, but determined.",
                "Has anyone told Colin? I'm asking with love.",
                "Count me in, and the twins, and the pushchair with one boot.",
                "Photo tomorrow, my hands are full of lettuce.",
            ]
        ),
        (
            .colin,
            [
                "I've made a table of the possibilities. There are nine. Two are legal.",
                "For the record: I was in favour from the start, see my message of the 4th, paragraph 3.",
                "The council's answer has arrived. It's an answer to another question.", "Bins, though.",
                "I've chalked it out. Please don't let it rain.", "Noted with coordinates.",
                "I withdraw my objection and enclose an apple.",
            ]
        ),
        (
            .yusuf,
            [
                "Come by at seven, there's something warm.",
                "I'll bring bread for it. There's nothing that bread doesn't help.",
                "I asked my sister. She's crying with joy, but then she also cries at football.",
                "The new oven is in! It's so hot that I've named it after my uncle.",
                "Forty? Fifty! I'll make sixty.", "It hangs in the window, beside the rules about the bins.",
            ]
        ),
        (.chen, ["好的，没问题！", "今天下雨，纸要晚一天晒，请放心。", "父亲看了，点了点头。", "样品昨天寄出了，猫闻过，没有意见 🐱"]),
        (
            .layla,
            ["ممتاز، كما تخيلتها تماما!", "أرسل لك غدا نسخة بالقلم العريض.", "النقاط كلها في مكانها، عددتها مرتين 😊"]
        ),
        (
            .jurgen,
            [
                "Passt! Gerda läuft wieder und grüßt.", "Ich schaue morgen früh nach, heute ist alles voller Blei.",
                "Das große Q ist gefunden. Es lag bei den Ostereiern.",
            ]
        ),
        (
            .helene,
            [
                "Parfait, je couds ce soir.", "La béquille est d'accord, moi aussi.",
                "J'ai mis du bleu partout, même sur le chat.",
            ]
        ),
    ]
}
