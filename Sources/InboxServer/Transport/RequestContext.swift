import Hummingbird
import NIOCore

/// The context of a request in the HTTP server.
struct ServerRequestContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
    }
}
