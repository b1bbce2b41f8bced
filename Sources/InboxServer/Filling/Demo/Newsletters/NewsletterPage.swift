/// The three newsletter layouts, each with its content as plain text too.
enum NewsletterPage {
    /// An issue as HTML and as plain text.
    struct Issue {
        let text: String
        let html: String
    }

    static func headers(_ list: String, _ host: String, issue: Int) -> [(name: String, value: String)] {
        [
            ("List-Id", "<\(list).\(host)>"),
            ("List-Unsubscribe", "<https://\(host)/leave?issue=\(issue)>, <mailto:leave@\(host)?subject=leave>"),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
            ("Precedence", "bulk"),
        ]
    }

    /// Lays out a magazine: a lead with a picture, and short pieces in two columns.
    static func margin(
        issue: Int, lead: (title: String, text: String), shorts: [(title: String, text: String)], quote: String
    ) -> Issue {
        let site = "https://themargin.example/\(issue)"
        var text = "\(lead.text)\n\nRead on: \(site)\n\nAlso in The Margin no. \(issue):\n"
        var cells = ""
        for (index, short) in shorts.enumerated() {
            text += "\n* \(short.title)\n  \(short.text)\n"
            cells += index % 2 == 0 ? "<tr>\n" : ""
            cells += """
                <td width="50%" valign="top" style="padding:12px;font:15px Georgia,serif">
                <img src="https://themargin.example/pictures/\(issue)-\(index + 1).jpg" width="252" height="140" alt="\(DemoHTML.escaped(short.title))">
                <h3 style="margin:8px 0 4px">\(DemoHTML.escaped(short.title))</h3>
                <p style="margin:0">\(DemoHTML.escaped(short.text)) <a href="\(site)#\(index + 1)">More</a></p>
                </td>

                """
            cells += index % 2 == 1 || index == shorts.count - 1 ? "</tr>\n" : ""
        }
        text +=
            "\n\"\(quote)\"\n\nYou get this because you asked for it at a fair. Leave: https://themargin.example/leave\n"
        let body = """
            <table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f4f1ea"><tr><td align="center">
            <table role="presentation" width="600" cellpadding="0" cellspacing="0" bgcolor="#ffffff">
            <tr><td style="padding:24px 24px 8px;border-bottom:3px double #222"><img src="https://themargin.example/logo.png" width="220" height="48" alt="The Margin">
            <p style="margin:4px 0;color:#777;font:12px Georgia,serif">No. \(issue) &middot; letters about letters</p></td></tr>
            <tr><td style="padding:24px;font:17px/1.5 Georgia,serif">
            <img src="https://themargin.example/pictures/\(issue)-lead.jpg" width="552" height="260" alt="Picture for: \(DemoHTML.escaped(lead.title))">
            <h1 style="font-size:26px;margin:16px 0 8px">\(DemoHTML.escaped(lead.title))</h1>
            <p>\(DemoHTML.escaped(lead.text))</p>
            <p><a href="\(site)" style="background:#b3392f;color:#ffffff;padding:10px 18px;text-decoration:none">Read the whole piece</a></p>
            </td></tr>
            <tr><td><table role="presentation" width="100%" cellpadding="0" cellspacing="0">
            \(cells)</table></td></tr>
            <tr><td style="padding:24px;font:italic 19px Georgia,serif;text-align:center">&ldquo;\(DemoHTML.escaped(quote))&rdquo;</td></tr>
            <tr><td style="padding:16px 24px;color:#777;font:12px Georgia,serif">You get this because you asked for it at a fair. <a href="https://themargin.example/leave?issue=\(issue)">Unsubscribe</a> &middot; <a href="https://themargin.example/archive">All issues</a></td></tr>
            </table></td></tr></table>
            <img src="https://count.themargin.example/o/\(issue).gif" width="1" height="1" alt="">
            """
        return Issue(text: text, html: DemoHTML.page(title: "The Margin, no. \(issue)", body))
    }

    /// Lays out a recipe: one picture, a list, steps.
    static func kitchen(number: Int, recipe: Recipe) -> Issue {
        let list = recipe.needs.map { "  - \($0)" }.joined(separator: "\n")
        let steps = recipe.steps.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
        let text = """
            \(recipe.story)

            You need
            \(list)

            And then
            \(steps)

            Cook slowly.
            Had enough? https://slowkitchen.example/unsubscribe
            """
        let items = recipe.needs.map { "<li>\(DemoHTML.escaped($0))</li>" }.joined(separator: "\n")
        let ordered = recipe.steps.map { "<li style=\"margin-bottom:8px\">\(DemoHTML.escaped($0))</li>" }.joined(
            separator: "\n")
        let body = """
            <div style="max-width:560px;margin:0 auto;padding:20px;font:16px/1.6 Helvetica,Arial,sans-serif;color:#33302b">
            <p style="text-align:center"><img src="https://slowkitchen.example/ladle.png" width="64" height="64" alt="Slow Kitchen"></p>
            <h1 style="color:#8a4b1f;text-align:center">\(DemoHTML.escaped(recipe.title))</h1>
            <p><img src="https://slowkitchen.example/letters/\(number)/table.jpg" width="520" height="346" alt="\(DemoHTML.escaped(recipe.title)), on the table"></p>
            <p>\(DemoHTML.escaped(recipe.story))</p>
            <h2>You need</h2>
            <ul>
            \(items)
            </ul>
            <h2>And then</h2>
            <ol>
            \(ordered)
            </ol>
            <table role="presentation" align="center"><tr><td bgcolor="#8a4b1f" style="padding:12px 22px"><a href="https://slowkitchen.example/letters/\(number)" style="color:#fff;text-decoration:none">Print it for the fridge</a></td></tr></table>
            <p style="font-size:12px;color:#999;text-align:center">Had enough? <a href="https://slowkitchen.example/unsubscribe?letter=\(number)">Unsubscribe</a>, no hard feelings.</p>
            </div>
            """
        return Issue(text: text, html: DemoHTML.page(title: recipe.title, body))
    }

    struct Recipe: Sendable {
        let title: String
        let story: String
        let needs: [String]
        let steps: [String]
    }

    /// Lays out a list of links under a heading: the morning paper and the school's letter.
    static func digest(
        _ name: String, host: String, colour: String, number: Int, heading: String, intro: String,
        rows: [(label: String, text: String)], end: String
    ) -> Issue {
        let lines = rows.map { "\($0.label)\n    \($0.text)" }.joined(separator: "\n\n")
        let text = "\(intro)\n\n\(lines)\n\n\(end)\n\(name): \(heading)\nhttps://\(host)/letters/\(number)\n"
        var table = ""
        for (index, row) in rows.enumerated() {
            table += """
                <tr bgcolor="\(index % 2 == 0 ? "#ffffff" : "#f3f6f8")"><td width="26%" valign="top" style="padding:10px"><b>\(DemoHTML.escaped(row.label))</b></td>
                <td style="padding:10px"><a href="https://\(host)/letters/\(number)#\(index + 1)" style="color:#222;text-decoration:none">\(DemoHTML.escaped(row.text))</a></td></tr>

                """
        }
        let body = """
            <table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" style="font:15px/1.45 Verdana,sans-serif">
            <tr><td colspan="2" bgcolor="\(colour)" style="padding:18px;color:#ffffff"><img src="https://\(host)/crest.png" width="40" height="40" alt="" align="left" hspace="12"><span style="font-size:22px">\(DemoHTML.escaped(name))</span><br>\(DemoHTML.escaped(heading))</td></tr>
            <tr><td colspan="2" style="padding:14px 10px">\(DemoHTML.escaped(intro))</td></tr>
            \(table)<tr><td colspan="2" style="padding:14px 10px;color:#777;font-size:12px">\(DemoHTML.escaped(end)) <a href="https://\(host)/leave?letter=\(number)">Unsubscribe</a></td></tr>
            </table>
            """
        return Issue(text: text, html: DemoHTML.page(title: "\(name): \(heading)", body))
    }
}
