import InboxModel

/// A mailing list (its headers: RFC 2369, RFC 2919).
struct DemoList: Sendable {
    let name: String
    let title: String
    let host: String

    static let folio = DemoList(name: "folio-dev", title: "Folio development", host: "lists.folio-tools.example")
    static let presswork = DemoList(name: "presswork", title: "Letterpress, mostly", host: "lists.inkstain.example")
    static let lane = DemoList(
        name: "harbour-lane", title: "Harbour Lane neighbours", host: "lists.harbourlane.example")

    var address: MailAddress {
        MailAddress(name: title, email: "\(name)@\(host)")
    }

    var prefix: String { "[\(name)] " }

    var headers: [(name: String, value: String)] {
        [
            ("Sender", "\(name)-bounces@\(host)"),
            ("List-Id", "\(title) <\(name).\(host)>"),
            ("List-Post", "<mailto:\(name)@\(host)>"),
            ("List-Archive", "<https://\(host)/archive/\(name)/>"),
            ("List-Unsubscribe", "<mailto:\(name)-leave@\(host)>"),
            ("Precedence", "list"),
        ]
    }

    /// The footer that the list software adds to each post.
    var footer: String {
        "_______________________________________________\n\(name) mailing list: https://\(host)/\(name)"
    }
}
