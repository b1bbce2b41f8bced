/// Why there is no answer. Texts come from the transport and hold neither paths nor secrets.
public enum TransportError: Error, Hashable, Sendable {
    /// The name does not resolve, nothing listens, the line broke, or what came is not HTTP.
    case unreachable(detail: String)
    /// Connecting, the answer's beginning, or the next piece of it took too long.
    case timedOut
    /// The certificate or the encryption failed, or plain HTTP was asked for beyond this machine.
    case insecure(detail: String)
    /// The answer is larger than the request allows; counted after decompression.
    case tooLarge
    /// The calling task was cancelled, or the transport closed.
    case cancelled
    /// Not an http or https URL in ASCII without user name and password, or a header field with control characters.
    case badURL
}
