/// Detects files that could run as programs when opened. They are only saved (F-4).
package enum RiskyFile {
    private static let endings: Set<String> = Set(
        """
        exe com bat cmd scr pif msi msp mst msu msix msixbundle appx appxbundle appinstaller application appref-ms \
        ps1 ps1xml psm1 psd1 psc1 cdxml vb vbs vbe js jse mjs ws wsf wsh wsc wsb sct shb shs hta htc cpl msc lnk \
        url website reg inf ins isp scf job gadget theme themepack deskthemepack diagcab diagpkg settingcontent-ms \
        library-ms search-ms searchconnector-ms xbap ocx dll sys hlp chm rdp jar jnlp class app command tool \
        workflow action scpt applescript terminal mobileconfig dylib webloc inetloc fileloc webarchive sh bash zsh \
        csh tcsh ksh fish py pyc pyo pyw pyz pyzw pl rb php lua tcl awk desktop kdelnk run bin elf so o deb rpm \
        apk appimage snap flatpak flatpakref flatpakrepo iso img vhd vhdx dmg pkg xpi crx oxt air docm dotm xlsm \
        xltm xlam xlsb xla xll pptm potm ppam ppsm sldm slk iqy dqy oqy rqy mdb mde accde html htm xhtml xht shtml \
        shtm mht mhtml svg svgz xml xsl xslt swf service socket timer conf rc el vim ipynb
        """.split(separator: " ").map(String.init))
    private static let types: Set<String> = [
        "application/x-msdownload", "application/x-msdos-program", "application/x-ms-dos-executable",
        "application/vnd.microsoft.portable-executable", "application/x-msi", "application/x-bat",
        "application/x-ms-shortcut", "application/x-mswinurl", "application/x-executable", "application/x-sh",
        "application/x-shellscript", "application/x-csh", "application/x-perl", "application/javascript",
        "application/x-javascript", "application/ecmascript", "text/javascript", "text/ecmascript", "text/vbscript",
        "application/x-desktop", "application/java-archive", "application/x-java-archive",
        "application/x-java-jnlp-file", "application/x-sharedlib", "application/x-pie-executable",
        "application/vnd.appimage", "application/x-iso9660-appimage", "application/vnd.flatpak.ref",
        "application/x-python-code", "application/x-python-bytecode", "text/x-shellscript", "text/x-python",
        "text/x-perl", "text/html", "application/xhtml+xml", "image/svg+xml", "application/hta",
    ]

    /// Returns what a file really is, in words, when it can run; `nil` when it is not known to.
    package static func reason(_ bytes: [UInt8], type: String, name: String) -> String? {
        if let kind = program(bytes) { return kind }
        // Saving removes invisible characters from the name, so the saved name counts as well.
        for name in [name, SafeFileName.of(name, number: 1)] {
            if let ending = riskyEnding(of: name) { return "a “.\(CleanText.line(ending))” file" }
        }
        if types.contains(type.lowercased()) { return CleanText.line(type.lowercased()) }
        return nil
    }

    /// The number of bytes at the start of a file that tell `disguise` whether it is a program.
    package static let startLength = 1_024

    /// Returns what a file is by its first bytes, in words, where its name conceals that: a program named “invoice.pdf”.
    package static func disguise(_ start: [UInt8], name: String) -> String? {
        guard riskyEnding(of: name) == nil, let kind = executable(start) else { return nil }
        return "This is \(kind), whatever its name says"
    }

    /// Whether the declared type is that of a program.
    static func isProgram(type: String) -> Bool { type.hasPrefix("application/") && types.contains(type) }

    private static func riskyEnding(of name: String) -> String? {
        // Trailing blanks and dots hide an extension from people, but not from systems.
        let trimmed = name.lowercased().trimmingBlanks().trimming { $0 == "." || $0 == " " }
        guard let dot = FileName.lastDot(of: trimmed) else { return nil }
        let ending = String(trimmed.unicodeScalars[dot...].dropFirst())
        return endings.contains(ending) ? ending : nil
    }

    /// Returns the kind of program by the content, whatever the name.
    private static func program(_ bytes: [UInt8]) -> String? {
        if let kind = executable(bytes) { return kind }
        if holdsPage(bytes) { return "a page that can run scripts" }
        // Comments and empty lines may precede it.
        let head = String(decoding: bytes.prefix(searched), as: UTF8.self).lowercased()
        let lines = head.split(whereSeparator: \.isNewline)
        return entries.first { entry in lines.contains { $0.contains(entry.mark) } }?.kind
    }

    /// What desktops recognise by a line, whatever the file's name, and start something for.
    private static let entries = [
        (mark: "desktop entry]", kind: "a desktop entry"), (mark: "[internetshortcut]", kind: "an internet shortcut"),
        (mark: "[flatpak re", kind: "a Flatpak to install"),
    ]

    /// The number of bytes that are searched for a page or a desktop entry: programs that tell types by content look no
    /// further.
    private static let searched = 4_096

    /// Whether something in a text makes it a page. Markup is searched to its end: comments of any length may come first.
    private static func holdsPage(_ bytes: [UInt8]) -> Bool {
        let marks: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
        let isMarkup = bytes.first { $0 > 0x20 && !marks.contains($0) } == UInt8(ascii: "<")
        let words = isMarkup ? pageWords + markupWords : pageWords
        // UTF-16 has NUL bytes between its letters.
        let text = (isMarkup ? bytes[...] : bytes.prefix(searched)).filter { $0 != 0 }
        return text.indices.contains { place in
            (text[place] == UInt8(ascii: "<") || text[place] == UInt8(ascii: "/"))
                && words.contains { text[place...].starts(with: $0) { max($0, 0x20) | 0x20 == $1 } }
        }
    }

    /// In lower case, each with one blank for any.
    private static let pageWords = [
        "<script", "<html", "<!doctype html", "<svg", "<body", "<iframe", "<jnlp",
    ].map {
        Array($0.utf8)
    }
    /// What makes a page of XML: the names of its parts, with any prefix, and what can replace its text.
    private static let markupWords = ["/1999/xhtml", "/2000/svg", "<?xml-stylesheet", "<!entity"].map { Array($0.utf8) }

    private static func executable(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) { return "a program (ELF)" }
        if bytes.starts(with: [0x4D, 0x5A]) { return "a program for Windows" }
        if bytes.starts(with: [0x23, 0x21]) { return "a script" }
        return machOrJava.contains(Array(bytes.prefix(4))) ? "a program for macOS or Java" : nil
    }

    private static let machOrJava: [[UInt8]] = [
        [0xCA, 0xFE, 0xBA, 0xBE], [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCF],
        [0xFE, 0xED, 0xFA, 0xCE],
    ]
}

extension String {
    fileprivate func trimming(_ isDropped: (Character) -> Bool) -> String {
        var rest = self[...]
        while let last = rest.last, isDropped(last) { rest.removeLast() }
        return String(rest)
    }
}
