/// Writes a PDF of one page (ISO 32000-1 §7.5): header, five objects, cross-reference table, trailer.
enum DemoPDF {
    static func page(title: String, lines: [String]) -> [UInt8] {
        let content = self.content(title: title, lines: lines)
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents 4 0 R"
                + " /Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>",
        ]
        var file = "%PDF-1.4\n"
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = "\(file.utf8.count)"
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        file += table + "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(file.utf8)
    }

    private static func content(title: String, lines: [String]) -> String {
        var content = "BT\n/F1 18 Tf\n48 530 Td\n(\(escaped(title))) Tj\n/F1 11 Tf\n16 TL\n0 -14 Td\n"
        for line in lines { content += "T*\n(\(escaped(line))) Tj\n" }
        return content + "ET"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if character == "(" || character == ")" || character == "\\" { result += "\\" }
            result.append(character)
        }
        return result
    }
}
