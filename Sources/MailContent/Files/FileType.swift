/// What a file's name says about its content.
public enum FileType {
    /// Returns the media type for the extension of a file name; `application/octet-stream` when it is unknown.
    public static func named(_ name: String) -> String {
        guard let dot = FileName.lastDot(of: name), dot > name.startIndex else { return unknown }
        return types[String(name.unicodeScalars[dot...].dropFirst()).lowercased()] ?? unknown
    }

    /// Returns the usual extension of a media type, with the dot; `nil` when there is none.
    static func ending(of type: String) -> String? {
        let type = type.lowercased()
        return usual.first { types[$0] == type }.map { "." + $0 }
    }

    /// Returns a warning when the name of a file suggests another kind of content than its declared type (F-4).
    /// - Returns: `nil` where the two agree, or one of them says nothing.
    public static func conflict(type: String, name: String) -> String? {
        let (type, name) = (type.lowercased(), SafeFileName.of(name, number: 1))
        let kind = type.prefix { $0 != "/" }
        guard !kind.isEmpty, type != unknown, type != ofFinder, let dot = FileName.lastDot(of: name),
            dot > name.startIndex
        else { return nil }
        let named = named(name)
        let mayRun = RiskyFile.reason([], type: "", name: name) != nil
        // Senders declare texts of all sorts as one another, and as “application”.
        let isRun = kind != "text" && kind != "application" || type == "application/pdf"
        let isOther =
            named == unknown
            ? isRun && mayRun
            : named != type && named.prefix { $0 != "/" } != kind
                && (pictured.contains(kind) || pictured.contains(named.prefix { $0 != "/" }))
                || (named == "application/pdf") != (type == "application/pdf")
                || !mayRun && RiskyFile.isProgram(type: type)
        guard isOther else { return nil }
        let ending = CleanText.line(String(name.unicodeScalars[dot...]))
        return "Said to be \(CleanText.line(type)), but its name ends in “\(ending)”"
    }

    private static let pictured: Set<Substring> = ["image", "audio", "video"]
    private static let usual = [
        "eml", "txt", "html", "ics", "vcf", "csv", "patch", "pdf", "zip", "jpg", "png", "gif", "webp", "mp3", "mp4",
        "asc",
    ]

    private static let unknown = "application/octet-stream"
    /// What macOS keeps beside a file and sends in front of it, under the same name (RFC 1740).
    private static let ofFinder = "application/applefile"

    private static let types: [String: String] = [
        "txt": "text/plain", "log": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html",
        "htm": "text/html", "css": "text/css", "ics": "text/calendar", "vcf": "text/vcard", "patch": "text/x-patch",
        "diff": "text/x-patch", "c": "text/x-c", "h": "text/x-c", "py": "text/x-python", "swift": "text/x-swift",
        "sh": "text/x-sh", "json": "application/json", "xml": "application/xml", "pdf": "application/pdf",
        "zip": "application/zip", "gz": "application/gzip", "tar": "application/x-tar", "xz": "application/x-xz",
        "7z": "application/x-7z-compressed", "doc": "application/msword", "xls": "application/vnd.ms-excel",
        "ppt": "application/vnd.ms-powerpoint", "odt": "application/vnd.oasis.opendocument.text",
        "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "odp": "application/vnd.oasis.opendocument.presentation",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "eml": "message/rfc822", "asc": "application/pgp-signature", "p7m": "application/pkcs7-mime",
        "p7s": "application/pkcs7-signature", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "png": "image/png", "gif": "image/gif", "webp": "image/webp", "svg": "image/svg+xml", "heic": "image/heic",
        "tif": "image/tiff", "tiff": "image/tiff", "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav",
        "flac": "audio/flac", "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
        "mkv": "video/x-matroska",
    ]
}
