import Hummingbird
import NIOCore

/// What the HTTP server knows of a request besides its bytes.
struct ServerRequestContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
    }
}
