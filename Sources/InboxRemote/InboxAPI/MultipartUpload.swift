import Foundation
import InboxModel

/// One file as multipart form data (RFC 7578).
struct MultipartUpload {
    let contentType: String
    let body: [UInt8]

    init(_ file: RemoteUpload) {
        let boundary = "maraca-" + UUID().uuidString
        contentType = "multipart/form-data; boundary=\(boundary)"
        let head = """
            --\(boundary)\r
            Content-Disposition: form-data; name="file"; filename="\(MultipartUpload.quoted(file.fileName))"\r
            Content-Type: \(MultipartUpload.oneLine(file.contentType))\r
            \r

            """
        body = Array(head.utf8) + file.bytes + Array("\r\n--\(boundary)--\r\n".utf8)
    }

    /// Escapes a file name as browsers do: quotation marks and line breaks percent-encoded, everything else as UTF-8.
    private static func quoted(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"": result += "%22"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func oneLine(_ type: String) -> String {
        let isPlain = type.utf8.allSatisfy { (0x21...0x7E).contains($0) || $0 == 0x20 } && type.contains("/")
        return isPlain ? type : "application/octet-stream"
    }
}
