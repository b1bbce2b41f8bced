package import InboxModel

extension MessageFile {
    /// A file as the headers of its part describe it. Of these, only a charset and a method that help whoever it is passed on to are kept.
    /// - Parameters:
    ///   - declaredType: In lower case, without parameters; empty where the part has none.
    ///   - size: In bytes, decoded.
    ///   - declaredCharset: The parameter of the type, as the sender wrote it; likewise `declaredMethod` (RFC 5545 §8.1).
    package init(
        remoteID: RemoteID, fileName: String, declaredType: String, size: Int, contentID: String?,
        declaredCharset: String?, declaredMethod: String?
    ) {
        self.init(
            remoteID: remoteID, fileName: fileName,
            contentType: declaredType.isEmpty ? "application/octet-stream" : declaredType, size: size,
            contentID: contentID, charset: Self.charset(declaredCharset, of: declaredType),
            method: Self.method(declaredMethod, of: declaredType))
    }

    /// Returns the charset of a text that is not UTF-8.
    private static func charset(_ name: String?, of type: String) -> String? {
        guard type.hasPrefix("text/"), let name = name?.lowercased(), name.wholeMatch(of: /[a-z0-9._+\-]{1,40}/) != nil,
            !["utf-8", "us-ascii"].contains(name)
        else { return nil }
        return name
    }

    /// Returns the method of a calendar. An answer has none: whoever passes it on does not answer with it.
    private static func method(_ name: String?, of type: String) -> String? {
        guard type == "text/calendar", let name = name?.uppercased(), name.wholeMatch(of: /[A-Z\-]{1,40}/) != nil,
            name != "REPLY"
        else { return nil }
        return name
    }
}
