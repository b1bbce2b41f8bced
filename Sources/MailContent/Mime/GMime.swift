private import CGMime
package import InboxModel

/// The functions of GMime that the parser needs, with Swift values: header decoding, address lists, parameters, transfer encodings and
/// charsets. `MimeTree` finds the structure of a message, because GMime's own parser lacks its limits.
package enum GMime {
    /// A header value such as Content-Type: its main value and its parameters, decoded (RFC 2045 §5, RFC 2231).
    package struct Parameterised: Equatable, Sendable {
        package var value = ""
        /// Keys are lower case; the first of several equal keys counts.
        package var parameters: [String: String] = [:]
    }

    package enum Encoding: Sendable { case base64, quotedPrintable }

    /// Returns at most `limit` mailboxes of an address list, groups flattened, and the total number.
    package static func addresses(_ raw: [UInt8], limit: Int) -> (addresses: [MailAddress], count: Int) {
        var found: [MailAddress] = []
        let count = withCString(raw) { pointer in
            withUnsafeMutablePointer(to: &found) { list in
                cgmime_visit_addresses(
                    pointer, limit,
                    { context, name, email in
                        let list = context?.assumingMemoryBound(to: [MailAddress].self)
                        list?.pointee.append(
                            MailAddress(
                                name: GMime.text(name) ?? "", email: EmailAddress.written(GMime.text(email) ?? "")))
                    }, UnsafeMutableRawPointer(list))
            }
        }
        return (found, count)
    }

    /// Returns the time of a Date header in seconds since 1970; `nil` when it can't be parsed.
    package static func seconds(ofDate raw: [UInt8]) -> Int64? {
        withCString(raw) { pointer in
            var seconds: Int64 = 0
            return cgmime_decode_date(pointer, &seconds) ? seconds : nil
        }
    }

    package static func contentType(_ raw: [UInt8]) -> Parameterised {
        parameterised(raw, cgmime_parse_content_type)
    }

    package static func disposition(_ raw: [UInt8]) -> Parameterised {
        parameterised(raw, cgmime_parse_disposition)
    }

    /// Undoes a transfer encoding (RFC 2045 §6); leaves out what can't be decoded.
    package static func decode(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding) -> [UInt8] {
        cgmime_start()
        let kind: cgmime_encoding =
            switch encoding {
            case .base64: CGMIME_BASE64
            case .quotedPrintable: CGMIME_QUOTED_PRINTABLE
            }
        return [UInt8](unsafeUninitializedCapacity: bytes.count + 8) { out, count in
            count = bytes.withUnsafeBufferPointer { cgmime_decode(kind, $0.baseAddress, $0.count, out.baseAddress) }
        }
    }

    /// Converts text from a charset, and returns the number of invalid bytes, each replaced by U+FFFD; `nil` for an unknown charset.
    package static func text(_ bytes: ArraySlice<UInt8>, charset: String) -> (text: String, broken: Int)? {
        cgmime_start()
        var count = 0
        var broken = 0
        let converted = bytes.withUnsafeBufferPointer {
            cgmime_to_utf8(charset, $0.baseAddress, $0.count, &count, &broken)
        }
        guard let converted else { return nil }
        defer { cgmime_free(converted) }
        let text = UnsafeRawBufferPointer(start: converted, count: count)
        return (String(decoding: text, as: UTF8.self), broken)
    }
}

private extension GMime {
    typealias Parser = (UnsafePointer<CChar>?, cgmime_visitor?, UnsafeMutableRawPointer?) -> UnsafeMutablePointer<
        CChar
    >?

    static func parameterised(_ raw: [UInt8], _ parse: Parser) -> Parameterised {
        var result = Parameterised()
        var parameters: [String: String] = [:]
        let value = withCString(raw) { pointer in
            withUnsafeMutablePointer(to: &parameters) { table in
                taking(
                    parse(
                        pointer,
                        { context, name, value in
                            guard let name = GMime.text(name)?.lowercased(), let value = GMime.text(value),
                                let table = context?.assumingMemoryBound(to: [String: String].self),
                                table.pointee[name] == nil
                            else { return }
                            table.pointee[name] = value
                        }, UnsafeMutableRawPointer(table)))
            }
        }
        result.value = (value ?? "").lowercased()
        result.parameters = parameters
        return result
    }

    /// Passes a value to C. NUL bytes would truncate it, so they become blanks.
    static func withCString<Result>(_ raw: [UInt8], _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        cgmime_start()
        var ended = raw.map { CChar(bitPattern: $0 == 0 ? 0x20 : $0) }
        ended.append(0)
        return ended.withUnsafeBufferPointer { body($0.baseAddress) }
    }

    static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    static func taking(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
        guard let pointer else { return nil }
        defer { cgmime_free(pointer) }
        return String(cString: pointer)
    }
}
