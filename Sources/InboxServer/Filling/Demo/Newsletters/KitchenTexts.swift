/// The recipes of Slow Kitchen.
enum KitchenTexts {
    static let recipes: [NewsletterPage.Recipe] = [
        recipe(
            "Leeks that forgot the time",
            "They went in at four and came out at eight. Nobody had planned it, everyone asked for the recipe.",
            ["8 leeks", "80 g butter", "a glass of cider", "salt, nutmeg"],
            [
                "Split the leeks, wash them twice, lay them like sleepers.", "Butter, cider, lid, very low heat.",
                "Forget them.",
            ]),
        recipe(
            "A stew for two moods",
            "Serve half on the day, in company, and half on the next, alone, by the window. It's the second that people dream about.",
            ["1 kg shin", "3 onions", "2 carrots", "a strip of orange peel", "stout"],
            [
                "Brown the meat as if you had no other appointment.", "Everything in, liquid to the knuckle.",
                "Three hours at 140.",
            ]),
        recipe(
            "Bread with sea water (really)",
            "A baker in Saltmarsh tried it eleven times. The twelfth loaf tasted like a walk.",
            ["500 g rye flour", "200 ml clean sea water", "150 ml tap water", "sourdough"],
            ["Boil and filter the sea.", "Mix, wait a night, shape with wet hands.", "50 minutes, hot to less hot."]),
        recipe(
            "Soup from what's left", "A recipe can't tell you what's left. It can tell you what to do about it.",
            ["what's left", "stock", "a heel of cheese", "lemon at the end"],
            ["Cut everything to the size of a spoon.", "Hard things first.", "Lemon. Always lemon."]),
        recipe(
            "Quince tart with bay", "Quinces are hard, sour and hairy, and then they turn pink and you forgive them.",
            ["4 quinces", "3 bay leaves", "short pastry", "honey"],
            [
                "Poach the quinces with the bay until they blush.", "Fan them on the pastry.",
                "40 minutes, and brush with their own syrup.",
            ]),
        recipe(
            "Rice that waits for nobody", "Sent in by a reader, Rosa, 74: \"You sit down first, then the rice comes.\"",
            ["400 g round rice", "a good broth", "saffron", "peas", "patience in the others"],
            [
                "Fry the rice until it clicks.", "Broth, all at once; don't stir, don't talk to it.",
                "Serve at once. AT ONCE.",
            ]),
        recipe(
            "Beans for a fortnight",
            "Monday in tomato, Wednesday on toast, Friday as a dip, and on Sunday with a sausage, as if for the first time.",
            ["500 g white beans", "sage", "garlic in its skin", "olive oil"],
            [
                "Soak them overnight.", "Simmer with the sage at the laziest bubble.",
                "Salt at the end, oil after the end.",
            ]),
        recipe(
            "Herring, three ways, no thousand pages", "Dedicated to a certain book club.",
            ["6 herrings", "vinegar", "onion", "oatmeal", "mustard"],
            ["Two pickled.", "Two in oatmeal, fried.", "Two given to the neighbours."]),
        recipe(
            "Lemon thing",
            "We don't know what it is. Pudding? Cake? It parts into both in the oven, like a good couple.",
            ["3 lemons", "4 eggs", "200 g sugar", "60 g flour", "400 ml milk"],
            [
                "Yolks, sugar, lemon, flour, milk.", "Fold in the whites with your coat already on.",
                "In a water bath, 45 minutes.",
            ]),
        recipe(
            "Almond things for the interval", "They fit in a handkerchief and make no sound between movements.",
            ["250 g almonds", "200 g sugar", "2 whites", "orange blossom"],
            ["Grind, stir, roll, press an almond in each.", "14 minutes.", "Hide half of them."]),
        recipe(
            "Mushrooms on Tuesday", "Why Tuesday? Because you need it on a Tuesday.",
            ["500 g mushrooms", "thyme", "cream", "toast"],
            ["Hot pan, no oil, until they squeak.", "Butter and thyme.", "Cream, twice round the pan, toast."]),
        recipe(
            "A pie for carrying", "It has been to a regatta, two weddings and a picket line, and it never leaked.",
            ["hot-water pastry", "600 g pork", "sage", "an apple", "jelly"],
            ["Raise the sides by hand.", "Fill, lid, a chimney.", "90 minutes. Jelly through the chimney."]),
        recipe(
            "Cucumber, salted and ignored", "The whole trick is the ignoring.",
            ["2 cucumbers", "1 spoon of salt", "dill", "sour cream"],
            ["Slice thin, salt, ignore for an hour.", "Squeeze as if it owed you money.", "Dill and cream."]),
        recipe(
            "Jam arithmetic", "31 jars out of one tree. The number of jars is always prime, ask anyone.",
            ["4 kg plums", "2 kg sugar", "1 cinnamon stick", "a friend with jars"],
            ["Plums and sugar overnight.", "Boil until a drop stands on a cold plate.", "Count. Count again."]),
        recipe(
            "Chickpeas before a rehearsal",
            "Nothing with garlic, said our conductor. So: nothing but this little garlic.",
            ["2 tins of chickpeas", "cumin", "half a clove (half!)", "parsley", "lemon"],
            [
                "Warm the oil with cumin and the half clove.", "Chickpeas in, crush a third of them.",
                "Parsley, lemon, sing.",
            ]),
        recipe(
            "Winter salad with a blue plate", "It's the plate that does it. If you have no blue plate, borrow one.",
            ["chicory", "pear", "walnuts", "blue cheese", "a blue plate"],
            ["Break rather than cut.", "Dress with mustard and honey.", "Admire for a minute."]),
        recipe(
            "Onion soup for people who cry anyway", "An hour of onions. You'll come out of it lighter.",
            ["1.5 kg onions", "butter", "white wine", "stock", "bread and cheese"],
            ["Onions and butter for an hour. Really.", "Wine, then stock.", "Bread, cheese, fire."]),
        recipe(
            "Potatoes in their coats", "Our simplest letter yet. The coat stays on.",
            ["potatoes", "coarse salt", "butter"],
            ["Boil in very salty water till it's gone.", "They'll look frosted.", "Butter. That's all. Goodnight."]),
    ]

    private static func recipe(_ title: String, _ story: String, _ needs: [String], _ steps: [String])
        -> NewsletterPage.Recipe
    {
        NewsletterPage.Recipe(title: title, story: story, needs: needs, steps: steps)
    }
}
