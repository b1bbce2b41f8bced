/// Unsent drafts, junk, and mail in the trash.
extension DemoStories {
    private static let prince = DemoPerson("heir", "Barrister Rupert Goldmann", "legal.desk@inheritance-office.example")
    private static let pills = DemoPerson("pills", "VITAL4EVER", "offers@vital-forever.example")
    private static let parcel = DemoPerson("parcel", "Parcel Servlce", "tracking@parcel-redelivery.example")
    private static let fakeBank = DemoPerson(
        "fakebank", "Northgate Credlt Union Security", "security@northgate-cu-verify.example")
    private static let seo = DemoPerson("seo", "Kevin (Growth)", "kevin@rank-rocket.example")
    private static let prize = DemoPerson("prize", "CONGRATULATIONS DEPT", "winner@lucky-harbour.example")
    private static let crypto = DemoPerson("crypto", "MoonDoge Capital", "rich@moondoge.example")
    private static let toner = DemoPerson("toner", "Toner Emergency", "sales@toner-emergency.example")

    static var drafts: [DemoStory] {
        [
            draft(
                "draft-chairs", "The green chair, a confession", [.mum], 0.4,
                """
                Mamá,

                before you count on Sunday: the green chair has a leg that isn't quite the leg it had. Ben says that you can't see it. I think
                you will, so
                """),
            draft(
                "draft-anhui", "Re: Leave for Leo in April?", [.school], 2,
                """
                Dear Ms Kowalska,

                I'd like to ask whether Leo could miss five school days in April. We've been invited by a family of paper makers in
                Anhui. He would
                 - keep a diary (he says "a log")
                 - bring back a sheet that he made himself
                 -
                """),
            draft(
                "draft-price", "Prices for next year", [.ben], 6,
                """
                Ben, I've done the sums and we have to go up by 6 per cent. I know. Before you say hm: paper +9, power +14, biscuits stable.

                Proposal:
                  cards    2.10  ->  2.25
                  posters  18    ->  19
                  poems    as they are
                """),
            draft(
                "draft-turin", "[folio-dev] Folio people in one room? Turin, spring", [.sofia], 11,
                """
                Sofia, everybody,

                I'd love to. What I can't promise is
                """),
            draft(
                "draft-blank", "(idea) type specimen as a tide table??", [.me], 25,
                """
                - one face a month, high water = display sizes, low water = 6 pt
                - Colin for the dates!! he'd do it for nothing, he'd pay
                - 500 copies, harbour office buys 100?
                - DON'T tell Harold before it's printed
                """),
        ]
    }

    private static func draft(_ key: String, _ subject: String, _ to: [DemoPerson], _ days: Double, _ text: String)
        -> DemoStory
    {
        let end: DemoStory.End = days < 1 ? .minutesAgo(Int(days * 1_440)) : .daysAgo(Int(days), at: 21.3)
        let people = to == [.me] ? to : [.me] + to
        return DemoStory(key, .office, subject, end, in: .drafts, with: people, [DemoLetter(.me, isDraft: true, text)])
    }

    static var junk: [DemoStory] {
        [
            spam(
                "junk-heir", prince, "RE: RE: YOUR INHERITANCE (8.4 MILLION) FINAL NOTICE", 1,
                """
                Dearest Beneficiary,

                I am the barrister of late Mr. Cornelius ORTIZ who perished in a balloon. As his only relative with an e-mail address you are
                entitled to 8,400,000. To release the fund kindly remit the small fee of 340 for the stamping of the stamp.

                Yours in confidence, also in trust
                """),
            spam(
                "junk-bank", fakeBank, "Your acount is LIMITED - verify within 12 hours", 2,
                """
                Dear Costumer,

                we detected that you did login from your own computer. For your safety we have limited your safety. Click to unlimit:

                https://northgate-cu-verify.example/login?member=you

                Northgate Credlt Union (with an l)
                """),
            spam(
                "junk-parcel", parcel, "We tried to deliver your package (1.99)", 3,
                """
                Hello, your parcel is waiting since yesterday in our depot of parcels. Pay 1.99 for redelivery:
                https://parcel-redelivery.example/x/91?pay=now
                If you did not order a parcel, pay also, it is a surprise.
                """),
            spam(
                "junk-seo", seo, "Quick question about ternpress.example", 5,
                """
                Hey there!

                I was just looking at your website and noticed that it isn't #1 on the internet. Would you be open to a quick 15 minute
                call? I've followed up 4 times already, so I assume you're excited.

                Kevin, Rank Rocket
                """),
            spam(
                "junk-pills", pills, "Print longer. Live longer. 80% OFF", 8,
                """
                Our capsule of 100 % natural capsule makes you younger by up to four (4) Tuesdays. Doctors hate. Herons love.
                """),
            spam(
                "junk-prize", prize, "You WON a cruise 🚢🎉 (claim by midnight)", 11,
                """
                Your e-mail address was drawn from a drum of 2 billion. Bring your card number and one (1) towel.
                """),
            spam(
                "junk-crypto", crypto, "the coin for letterpress is here 🚀", 13,
                """
                LeadCoin is the first metal on the blockchain. It is heavy, it is toxic, it goes up. Early printers get in at 0.0004.
                """),
            spam(
                "junk-toner", toner, "URGENT: your toner contract expires", 17,
                """
                Our records show that your Heidelberg has not ordered toner since 1954. Avoid interruption and reply YES.
                """),
            spam(
                "junk-seo2", seo, "Just bumping this to the top of your inbox!", 21,
                """
                Hey there! I know that you're busy winning. Did you get a chance to look at my previous four e-mails? I'd hate for you to
                miss the rocket.
                """),
            spam(
                "junk-award", prize, "Tern Press nominated: Best Laser Printing Company", 27,
                """
                Congratulations! You've been selected by our jury of one algorithm. The trophy is 499 plus shipping; the honour is free.
                """),
        ]
    }

    private static func spam(_ key: String, _ from: DemoPerson, _ subject: String, _ days: Int, _ text: String)
        -> DemoStory
    {
        DemoStory(
            key, .office, subject, .daysAgo(days, at: 3.7), in: .junk, with: [from], unread: days < 12 ? 1 : 0,
            isAutomatic: true, headers: [("X-Spam-Flag", "YES")], [DemoLetter(from, text)])
    }

    static var trash: [DemoStory] {
        [
            DemoStory(
                "trash-flyer", .office, "20% off plastic spiral binding!", .daysAgo(4, at: 10), in: .trash,
                with: [.quoin],
                isAutomatic: true,
                [
                    DemoLetter(
                        .quoin,
                        "This week only: plastic spirals in eleven colours. (Sorry, {{me}}, head office makes me send these. Wilf)"
                    )
                ]),
            DemoStory(
                "trash-test", .press, "test", .daysAgo(15, at: 12), in: .trash, with: [.ben],
                [
                    DemoLetter(.ben, "Does this arrive."), DemoLetter(.me, 0.1, "Yes."),
                    DemoLetter(.ben, 0.1, "Delete it then."),
                ]),
            DemoStory(
                "trash-survey", .office, "How was your power this month? 2 minutes", .daysAgo(23, at: 9), in: .trash,
                with: [.power],
                isAutomatic: true,
                [
                    DemoLetter(
                        .power,
                        "On a scale of 0 to 10, how likely are you to recommend electricity to a friend or colleague?")
                ]),
            DemoStory(
                "trash-parking", .lane, "A car stands in front of no. 14", .daysAgo(31, at: 8), in: .trash, list: .lane,
                [
                    DemoLetter(
                        .colin,
                        "Grey, small, foreign number plate, engine still warm. I'm not a detective. I merely note it."),
                    DemoLetter(.colin, 0.5, "Withdrawn. It's my nephew."),
                ]),
            DemoStory(
                "trash-webinar", .office, "Last seats: \"Synergy in Stationery\"", .daysAgo(40, at: 11), in: .trash,
                with: [seo],
                isAutomatic: true,
                [
                    DemoLetter(
                        seo, "Join 9,000 stationery leaders online and find out what a funnel can do for an envelope.")
                ]),
            DemoStory(
                "trash-toner", .office, "Re: URGENT: your toner contract expires", .daysAgo(52, at: 11), in: .trash,
                with: [toner],
                isAutomatic: true,
                [DemoLetter(toner, "This is our LAST attempt (of 12) to save you from running out of toner.")]),
        ]
    }
}
