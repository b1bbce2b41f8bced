import Synchronization

#if canImport(Glibc)
    // A source may be cancelled from any thread; Dispatch does not say so.
    @preconcurrency import Dispatch
    import Glibc
#endif

/// Tells that the store's log was written to, by this process or another one: nobody needs to look at the file ten times a second
/// to find out. It tells when pages are written, which is a little before others can see them.
package final class LogWatch: Sendable {
    private let isWritten = Atomic(false)
    private let stop: @Sendable () -> Void

    /// - Parameter written: is called from a queue of the system's.
    /// - Returns: nil where the system tells no such thing, or there is no such file.
    package init?(log: String, written: @escaping @Sendable () -> Void) {
        #if canImport(Glibc)
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            guard inotify_add_watch(descriptor, log, UInt32(IN_MODIFY)) >= 0 else {
                close(descriptor)
                return nil
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
            source.setCancelHandler { close(descriptor) }
            stop = { source.cancel() }
            source.setEventHandler { [weak self] in
                Self.drain(descriptor)
                self?.isWritten.store(true, ordering: .releasing)
                written()
            }
            source.resume()
        #else
            return nil
        #endif
    }

    deinit { stop() }

    /// Whether it was written to since the last call.
    package func takeWritten() -> Bool { isWritten.exchange(false, ordering: .acquiring) }

    #if canImport(Glibc)
        /// What happened does not matter, only that something did.
        private static func drain(_ descriptor: Int32) {
            withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { room in
                while read(descriptor, room.baseAddress, room.count) > 0 {}
            }
        }
    #endif
}
