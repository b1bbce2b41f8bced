/// HTML in the style of mail programs and newsletters: tables for layout, inline styles, pictures with alternative text.
enum DemoHTML {
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a letter as office programs format it: one element for each paragraph.
    static func letter(_ text: String, signature: String) -> String {
        let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "").map(flowing)
        let body = paragraphs.map { "<p style=\"margin:0 0 12px\">\($0)</p>" }.joined(separator: "\n")
        let end = escaped(signature).split(separator: "\n").joined(separator: "<br>\n")
        return page(
            title: "",
            "<div style=\"font-family:Calibri,sans-serif;font-size:11pt\">\n\(body)\n"
                + "<p style=\"color:#6b6b6b\">\(end)</p>\n</div>")
    }

    /// Joins the lines of a paragraph; short lines keep their breaks.
    private static func flowing(_ lines: ArraySlice<Substring>) -> String {
        var result = ""
        for line in lines {
            result += escaped(String(line))
            result += line.utf8.count < 50 ? "<br>\n" : "\n"
        }
        return result.hasSuffix("<br>\n") ? String(result.dropLast(5)) : String(result.dropLast())
    }

    static func page(title: String, _ body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>\(escaped(title))</title>
        </head>
        <body style="margin:0;padding:0">
        \(body)
        </body>
        </html>
        """
    }
}
