/// The suppliers of the press, with letters in their languages.
extension DemoStories {
    static var pressSuppliers: [DemoStory] {
        [
            DemoStory(
                "xuan-first", .press, "想了解一下手工宣纸", .daysAgo(204, at: 7.5), with: [.chen],
                [
                    DemoLetter(
                        .me,
                        """
                        陈女士您好！

                        我在海边的小镇上开一家铅字印刷作坊。朋友送了我一张您家的宣纸，手感非常好。
                        请问可以寄到国外吗？最少订多少？我的中文还在学，请多包涵。

                        {{me}}
                        """),
                    DemoLetter(
                        .chen, 19,
                        """
                        您的中文写得很好！

                        我们是三代人的小纸坊，一共七个人，加上一只看门的猫。最少订一刀（一百张），可以寄国外，大概三个星期。
                        铅字印在宣纸上，压力要小一点，纸要稍微湿一点，我父亲以前试过。

                        先寄十张给您试，不用付钱，把印好的寄一张回来就行。
                        """),
                    DemoLetter(
                        .me, 410, files: [.png("first-print.png", .proof)],
                        """
                        陈岚，纸到了，印好了！照片在附件里，原件明天寄出。您父亲说得对：湿一点，轻一点。
                        """),
                    DemoLetter(
                        .chen, 12,
                        """
                        全家人都看了照片，父亲看了很久，说「好」。他一年大概说三次「好」。
                        """),
                    DemoLetter(.me, 8, "那这一次我会记住的。请给我订两刀！"),
                ]),
            DemoStory(
                "xuan-visit", .press, "明年春天来泾县看看吗？🌱", .daysAgo(34, at: 6.2), with: [.chen],
                [
                    DemoLetter(
                        .chen,
                        """
                        {{me}}你好：

                        明年四月这里捞纸最忙，也最好看，山上全是竹笋。如果你和 Leo 有时间，欢迎来住几天。
                        客房很简单，但是早饭很好。
                        """),
                    DemoLetter(.me, 27, "太想来了！我先问学校能不能请假，再问银行能不能买票 😅 Leo 问：猫还在吗？"),
                    DemoLetter(.chen, 3, "猫在，而且胖了。"),
                ]),
            DemoStory(
                "khatt-first", .press, "تعاون بين الخط والطباعة", .daysAgo(83, at: 13), with: [.layla],
                [
                    DemoLetter(
                        .layla,
                        """
                        السيدة {{me}} المحترمة،

                        رأيت مطبوعاتك في معرض ليون عند صديقتي هيلين، وأعجبني عمق الحبر. أنا خطاطة، وأحلم منذ سنوات
                        بأن أرى خطي مطبوعا بالرصاص لا بالشاشة. هل تقبلين المحاولة؟

                        ليلى حداد
                        """),
                    DemoLetter(
                        .me, 10,
                        """
                        مرحبا ليلى،

                        نعم، وبكل سرور! لا أملك حروفا عربية، لكن يمكننا أن نحفر لوحة من رسمك. كم لونا تتخيلين؟

                        {{me}}
                        """),
                    DemoLetter(.layla, 21, "لون واحد، ولكن يجب أن يكون اللون الصحيح. سأرسل المسودة الأولى بعد العيد 🌙"),
                ]),
            DemoStory(
                "guss-besuch", .press, "Besuch in der Gießerei", .daysAgo(151, at: 9.8), with: [.jurgen],
                [
                    DemoLetter(
                        .me,
                        """
                        Lieber Herr Weiß,

                        im Juli bin ich mit dem Zug auf dem Weg nach Süden und könnte in Mainz aussteigen. Dürfte ich Ihre Gießmaschine
                        sehen? Ich bringe Matjes mit.

                        {{me}} Ortiz
                        """),
                    DemoLetter(
                        .jurgen, 18,
                        """
                        Liebe Frau Ortiz,

                        Sie dürfen nicht nur sehen, Sie müssen gießen. Bitte feste Schuhe und nichts aus Kunstfaser. Die Maschine heißt Gerda,
                        ist von 1926 und mag keine Fremden, aber Matjes mag sie.
                        """),
                    DemoLetter(
                        .me, 96,
                        """
                        Lieber Jürgen (wir sind ja nun beim Du, seit dem dritten Kilo),

                        danke für den Tag! Das kleine „ä“ mit dem schiefen Punkt steht auf meinem Fensterbrett und heißt jetzt auch Gerda.
                        """),
                    DemoLetter(
                        .jurgen, 40, "Schiefe Punkte sind Glücksbringer. Grüß mir die Nordsee, und Ben, den Schweiger!"),
                ]),
            DemoStory(
                "springs", .press, "Gripper springs, two, and the biscuits", .daysAgo(12, at: 14.1), in: .inbox,
                with: [.quoin],
                [
                    DemoLetter(
                        .me,
                        """
                        Hello Quoin & Galley,

                        could you look whether you still have gripper springs for the 10 by 15, left side? We're down to our last one, and
                        it's holding the shop together.
                        """),
                    DemoLetter(
                        .quoin, 22,
                        """
                        Hello {{me}},

                        three left in the world as far as I know, and they're in a tin in front of me. I'll put two in your next parcel.
                        The tin once held shortbread, which I can't supply.

                        Wilf, at the counter
                        """),
                ]),
        ]
    }

    static var foreignLetters: [DemoStory] {
        [
            DemoStory(
                "toile", .press, "La toile bleue est arrivée", .daysAgo(18, at: 16), in: .inbox, with: [.helene],
                [
                    DemoLetter(
                        .helene, files: [.png("toile-bleue.png", .harbour)],
                        """
                        Chère {{me}},

                        la toile est là, et c'est exactement le bleu de la porte du musée, à un orage près. Photo jointe (mon apprenti a
                        mis son pouce dessus, mais c'est un beau pouce).

                        Pour la ficelle goudronnée : tout l'atelier sent le bateau. Les clients demandent si nous vendons du poisson.

                        Envoie-moi les feuilles quand tu veux.
                        """),
                    DemoLetter(.me, 4, "Elles partent mardi, bien au sec. Dis bonjour au pouce !"),
                ]),
            DemoStory(
                "urlaub", .press, "Kurze Frage zu den Ligaturen", .daysAgo(71, at: 8.3), with: [.jurgen],
                [
                    DemoLetter(
                        .jurgen,
                        """
                        Liebe {{me}},

                        ich räume die Kästen auf. Brauchst du noch ch und ck als Ligatur? Die Schule für Gestaltung möchte sie haben, aber du \
                        hast das Vorkaufsrecht, so steht es auf der Quittung von 2019, unter dem Kaffeefleck.
                        """),
                    DemoLetter(.me, 7, "Gib sie der Schule! Aber nur, wenn dort jemand „Ochsenknecht“ damit setzt."),
                    DemoLetter(.jurgen, 15, "Steht schon. Übernächste Woche schicke ich dir einen Abzug. 😊"),
                ]),
            DemoStory(
                "catalogue-lyon", .press, "Salon du livre : ta table est réservée", .daysAgo(102, at: 10),
                with: [.helene],
                [
                    DemoLetter(
                        .helene,
                        """
                        {{me}}, c'est fait : table 14, entre les papiers marbrés et un monsieur qui ne vend que des marque-pages. Deux chaises,
                        une prise, pas de chauffage. Apporte un pull et la petite presse, les enfants adorent.
                        """),
                    DemoLetter(
                        .me, 30,
                        "Parfait ! J'apporte la presse, deux pulls et Ben. Il ne parlera pas, ça fera de la place."),
                ]),
        ]
    }
}
