/// The people around Ann. She prints with lead type at Tern Press in a harbour town, maintains a small page-arranging program
/// (Folio), sings alto, and has a daughter abroad and a son at the local school.
extension DemoPerson {
    /// The owner; the address is filled in when the mailbox is created.
    static let me = DemoPerson("me", "", "", zone: 0)

    // At the press.
    static let ben = DemoPerson(
        "ben", "Ben Achterberg", "ben@ternpress.example", mailer: "PocketPost 3.1", quotes: true)
    static let grace = DemoPerson(
        "grace", "Grace Lindqvist", "grace.lindqvist@sailmuseum.example", mailer: "Bluebird Office 16",
        signature: "Grace Lindqvist\nHead of Exhibitions, Sail & Rope Museum\nPier 4, open daily except when it storms",
        quotes: true, writesHTML: true)
    static let harold = DemoPerson(
        "harold", "Harold Finch", "h.finch@finch-and-daughters.example", mailer: "Bluebird Office 11", quotes: true)
    static let jurgen = DemoPerson(
        "jurgen", "Jürgen Weiß", "j.weiss@schriftguss-weiss.example", zone: 60,
        signature: "Jürgen Weiß\nSchriftguss Weiß, Mainz · seit 1898, mit Pausen")
    static let helene = DemoPerson(
        "helene", "Hélène Brûlé", "helene@reliure-brule.example", zone: 60, mailer: "Courrier 9",
        signature: "Atelier Brûlé, reliure & dorure\n12, montée des Libraires, Lyon")
    static let chen = DemoPerson(
        "chen", "陈岚", "chenlan@jingxian-paper.example", zone: 480,
        signature: "陈岚\n泾县云溪宣纸坊")
    static let layla = DemoPerson("layla", "ليلى حداد", "layla@haddad-khatt.example", zone: 180)

    // Family.
    static let mira = DemoPerson("mira", "Mira Ortiz", "mira@ortiz.example", zone: 60, mailer: "Thumb Mail")
    static let mum = DemoPerson("mum", "Rosa Ortiz", "rosa.ortiz@harbourmail.example")
    static let tomas = DemoPerson("tomas", "Tomás Ortiz", "tomas@slipway.example", quotes: true)

    // Folio.
    static let devon = DemoPerson(
        "devon", "Devon Okafor", "devon@folio-tools.example", mailer: "git-send-email 2.43.0")
    static let priya = DemoPerson("priya", "Priya Raman", "priya@raman.example", zone: 330)
    static let lars = DemoPerson("lars", "Lars Kvist", "lars@kvist.example", zone: 60)
    static let sofia = DemoPerson("sofia", "Sofia Marchetti", "sofia.marchetti@studio-otto.example", zone: 60)
    static let builds = DemoPerson("builds", "Folio builds", "builds@folio-tools.example")

    // Book club and choir.
    static let judith = DemoPerson(
        "judith", "Judith Bell", "judith@bellandbook.example",
        signature: "Judith\n(The Thursday Readers, est. by accident)")
    static let owen = DemoPerson("owen", "Owen Pritchard", "owen.pritchard@valleymail.example")
    static let nadia = DemoPerson("nadia", "Dr Nadia Rahman", "nadia.rahman@harbourclinic.example")
    static let felix = DemoPerson("felix", "Felix Grant", "felix@grant.example", mailer: "Thumb Mail")
    static let ingrid = DemoPerson(
        "ingrid", "Ingrid Solheim", "ingrid@saltmarsh-singers.example",
        signature: "Ingrid Solheim, Saltmarsh Singers\nRehearsal: Tuesday 19:00. Not 19:05.")
    static let piotr = DemoPerson("piotr", "Piotr Zielinski", "piotr@saltmarsh-singers.example")

    // Presswork list and the neighbours.
    static let gwen = DemoPerson("gwen", "Gwen Tallis", "gwen@blackpier-press.example")
    static let hiro = DemoPerson("hiro", "Hiro Tanabe", "hiro@kawabata-type.example", zone: 540)
    static let marcus = DemoPerson("marcus", "Marcus Eberle", "marcus@quoinbox.example", zone: -300)
    static let aoife = DemoPerson("aoife", "Aoife Brennan", "aoife@harbourlane.example")
    static let colin = DemoPerson("colin", "Colin Marsh (no. 14)", "colin.marsh@valleymail.example")
    static let yusuf = DemoPerson("yusuf", "Yusuf Demir", "yusuf@demirbakery.example")

    // Offices and shops.
    static let school = DemoPerson("school", "Harbour Lane Primary", "office@harbourlane-primary.example")
    static let bank = DemoPerson("bank", "Northgate Credit Union", "no-reply@northgate-cu.example")
    static let rail = DemoPerson("rail", "Coastline Rail", "tickets@coastline-rail.example")
    static let quoin = DemoPerson("quoin", "Quoin & Galley", "orders@quoinandgalley.example")
    static let bakery = DemoPerson("bakery", "Demir Bakery", "bread@demirbakery.example")
    static let power = DemoPerson("power", "Tidal Power Co-op", "accounts@tidalpower.example")
    static let library = DemoPerson("library", "Saltmarsh Library", "loans@saltmarsh-library.example")
    static let margin = DemoPerson("margin", "The Margin", "letters@themargin.example")
    static let kitchen = DemoPerson("kitchen", "Slow Kitchen", "hello@slowkitchen.example")
    static let gazette = DemoPerson("gazette", "Harbour Gazette", "morning@harbourgazette.example")
}
