/// Why there is no answer. Messages come from the transport and contain neither paths nor secrets.
public enum TransportError: Error, Hashable, Sendable {
    /// The connection broke, or the answer is not HTTP. The request may have arrived.
    case unreachable(detail: String)
    /// The name does not resolve, or nothing listens. No byte of the request was sent.
    case unconnected(detail: String)
    /// Connecting, the beginning of the answer, or its next piece took too long.
    case timedOut
    /// The certificate or the encryption failed, or plain HTTP was requested beyond this machine.
    case insecure(detail: String)
    /// The answer is larger than the request allows, after decompression.
    case tooLarge
    /// The calling task was cancelled, or the transport closed.
    case cancelled
    /// Not an http or https URL in ASCII without user name and password, or a header field with control characters.
    case badURL
}
