import Synchronization

#if canImport(Glibc)
    // A source can be cancelled from any thread, though Dispatch does not declare that.
    @preconcurrency import Dispatch
    import Glibc
#endif

/// A watch that reports writes to the store's log, by this process or another, so that nobody needs to poll the file ten
/// times a second. It reports when pages are written, which is a little before others can see them.
///
/// It reports once, and again only after `takeWritten`: a first sync writes some thousand times a second, and being woken each time
/// took a seventh of its processor time.
package final class LogWatch: Sendable {
    private let isWritten = Atomic(false)
    private let listen: @Sendable () -> Bool
    private let stop: @Sendable () -> Void

    /// - Parameter written: called on a system queue.
    /// - Returns: nil where the system cannot report this, or the file does not exist.
    package init?(log: String, written: @escaping @Sendable () -> Void) {
        #if canImport(Glibc)
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            listen = { inotify_add_watch(descriptor, log, UInt32(IN_MODIFY) | IN_ONESHOT) >= 0 }
            guard listen() else {
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

    /// Whether the log was written to since the last call; nil if the system gives no more signs, which the next call tries to change.
    package func takeWritten() -> Bool? {
        guard isWritten.exchange(false, ordering: .acquiring) else { return false }
        // What was written until here, the caller is going to see.
        guard listen() else {
            isWritten.store(true, ordering: .releasing)
            return nil
        }
        return true
    }

    #if canImport(Glibc)
        /// Discards the events: all that matters is that there were some.
        private static func drain(_ descriptor: Int32) {
            withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { room in
                while read(descriptor, room.baseAddress, room.count) > 0 {}
            }
        }
    #endif
}
