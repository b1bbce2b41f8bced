/// Detects files that could run as programs when opened. They are only saved (F-4).
public enum RiskyFile {
    private static let endings: Set<String> = [
        "exe", "com", "bat", "cmd", "scr", "pif", "msi", "msp", "ps1", "psm1", "vb", "vbs", "vbe", "js", "jse", "mjs",
        "wsf",
        "wsh", "hta", "cpl", "lnk", "url", "reg", "jar", "class", "app", "command", "workflow", "sh", "bash", "zsh",
        "csh",
        "ksh", "fish", "py", "pyc", "pl", "rb", "php", "lua", "tcl", "desktop", "run", "bin", "elf", "so", "o", "dll",
        "sys", "deb", "rpm", "apk", "appimage", "snap", "flatpak", "flatpakref", "iso", "img", "vhd", "vhdx", "dmg",
        "pkg",
        "docm", "dotm", "xlsm", "xltm", "xlam", "pptm", "potm", "ppam", "sldm", "html", "htm", "xhtml", "shtml", "mht",
        "mhtml", "svg", "svgz", "xml", "xsl", "chm", "swf", "service", "timer", "conf", "rc", "el", "vim", "ipynb",
    ]
    private static let types: Set<String> = [
        "application/x-msdownload", "application/x-msdos-program", "application/x-executable", "application/x-sh",
        "application/javascript", "text/javascript", "application/x-desktop", "application/java-archive",
        "application/x-sharedlib", "application/x-pie-executable", "text/x-shellscript", "text/x-python", "text/x-perl",
        "text/html", "application/xhtml+xml", "image/svg+xml", "application/hta",
    ]

    /// Returns what a file really is, in words, when it can run; `nil` when it is not known to.
    public static func reason(_ bytes: [UInt8], type: String, name: String) -> String? {
        if let kind = program(bytes) { return kind }
        // Saving removes invisible characters from the name, so the saved name counts as well.
        for name in [name, SafeFileName.of(name, number: 1)] {
            if let ending = riskyEnding(of: name) { return "a “.\(CleanText.line(ending))” file" }
        }
        if types.contains(type.lowercased()) { return CleanText.line(type.lowercased()) }
        return nil
    }

    /// The number of bytes at the start of a file that tell whether it is a program.
    public static let startLength = 1_024

    /// Returns what a file is by its first bytes, in words, where its name conceals that: a program named “invoice.pdf”.
    public static func disguise(_ start: [UInt8], name: String) -> String? {
        guard riskyEnding(of: name) == nil, let kind = executable(start) else { return nil }
        return "This is \(kind), whatever its name says"
    }

    /// Whether the declared type is that of a program.
    static func isProgram(type: String) -> Bool { type.hasPrefix("application/") && types.contains(type) }

    private static func riskyEnding(of name: String) -> String? {
        // Trailing blanks and dots hide an extension from people, but not from systems.
        let trimmed = name.lowercased().trimmingBlanks().trimming { $0 == "." || $0 == " " }
        guard trimmed.contains("."), let ending = trimmed.split(separator: ".").last.map(String.init) else {
            return nil
        }
        return endings.contains(ending) ? ending : nil
    }

    /// Returns the kind of program by the first bytes, whatever the name.
    private static func program(_ bytes: [UInt8]) -> String? {
        if let kind = executable(bytes) { return kind }
        let head = String(decoding: bytes.prefix(startLength), as: UTF8.self).lowercased()
        if head.contains("<script") || head.contains("<html") || head.contains("<!doctype html")
            || head.contains("<svg")
        {
            return "a page that can run scripts"
        }
        // Comments and empty lines may precede it.
        let isEntry = head.split(whereSeparator: \.isNewline).contains { $0.contains("[desktop entry]") }
        return isEntry ? "a desktop entry" : nil
    }

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
