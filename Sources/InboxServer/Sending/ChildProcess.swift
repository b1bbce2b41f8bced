import Foundation

/// Runs a program to its end: it gets bytes to read and nothing else of ours, no descriptor, no blocked signal, no shell.
///
/// Foundation's `Process` leaves open sockets to its children, and those outlive a client that hangs up.
enum ChildProcess {
    enum Outcome: Equatable, Sendable {
        /// Its exit status (128 when a signal ended it), and the end of what it said on standard error.
        case ended(status: Int32, errors: [UInt8])
        case cannotStart
        /// It was stopped, and its children too.
        case tookTooLong
    }

    static func run(_ program: String, _ arguments: [String], input: [UInt8], limit: Duration) async -> Outcome {
        await withCheckedContinuation { continuation in
            // It waits all the time, which a thread of the shared pool must not.
            Thread.detachNewThread {
                continuation.resume(returning: runHere(program, arguments, input: input, limit: limit))
            }
        }
    }

    private static func runHere(_ program: String, _ arguments: [String], input: [UInt8], limit: Duration) -> Outcome {
        blockBrokenPipeSignal()
        guard let pipes = Pipes() else { return .cannotStart }
        guard let child = spawn(program, arguments, pipes: pipes) else {
            pipes.closeAll()
            return .cannotStart
        }
        pipes.closeChildsEnds()
        defer { pipes.closeOurEnds() }
        var talk = Conversation(input: input, pipes: pipes)
        let deadline = ContinuousClock.now + limit
        while true {
            talk.goOn(forMilliseconds: 20)
            if let status = exitStatus(of: child, waits: false) {
                talk.goOn(forMilliseconds: 0)
                return .ended(status: status, errors: talk.errors)
            }
            if ContinuousClock.now > deadline {
                kill(-child, SIGKILL)
                _ = exitStatus(of: child, waits: true)
                return .tookTooLong
            }
        }
    }

    private static func spawn(_ program: String, _ arguments: [String], pipes: Pipes) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipes.input.read, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipes.errors.write, 2)
        for descriptor in 3...lastDescriptor { posix_spawn_file_actions_addclose(&actions, descriptor) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // A group of its own, so that what it starts in turn can be stopped with it.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        let words = ([program] + arguments).map { strdup($0) }
        let environment = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") }
        defer { (words + environment).forEach { free($0) } }
        var child = pid_t()
        let error = posix_spawn(&child, program, &actions, &attributes, words + [nil], environment + [nil])
        return error == 0 ? child : nil
    }

    /// The highest descriptor that a child could inherit: those open now, and room for what other threads open meanwhile
    /// (the system gives the lowest free ones). Closing one that is not open does no harm.
    private static var lastDescriptor: Int32 {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        let highest = open.compactMap { Int32($0) }.max() ?? 255
        return max(3, min(highest + 64, Int32(clamping: sysconf(Int32(_SC_OPEN_MAX))) - 1))
    }

    /// Nil while it runs.
    private static func exitStatus(of child: pid_t, waits: Bool) -> Int32? {
        var status: Int32 = 0
        guard waitpid(child, &status, waits ? 0 : WNOHANG) == child else { return nil }
        // As WIFEXITED and WEXITSTATUS have it, which are macros.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128
    }

    /// A program that does not read its input must not end this one; the thread ends after the run.
    private static func blockBrokenPipeSignal() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}

/// The two pipes between us and a child.
private struct Pipes {
    let input: (read: Int32, write: Int32)
    let errors: (read: Int32, write: Int32)

    init?() {
        guard let input = Self.make() else { return nil }
        guard let errors = Self.make() else {
            close(input.read)
            close(input.write)
            return nil
        }
        self.input = input
        self.errors = errors
        for descriptor in [input.write, errors.read] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
    }

    private static func make() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    func closeChildsEnds() {
        close(input.read)
        close(errors.write)
    }

    /// The write end of the input is closed by the conversation as soon as all is said.
    func closeOurEnds() {
        close(errors.read)
    }

    func closeAll() {
        closeChildsEnds()
        closeOurEnds()
        close(input.write)
    }
}

/// What goes to the child and what comes back, as far as it is ready for it.
private struct Conversation {
    private var rest: ArraySlice<UInt8>
    private var inputIsOpen = true
    private let pipes: Pipes
    /// At most this much of what the child says is kept, the end of it.
    private static let kept = 4000
    private(set) var errors: [UInt8] = []

    init(input: [UInt8], pipes: Pipes) {
        rest = input[...]
        self.pipes = pipes
    }

    /// Waits up to this long for the child to read or to say something.
    mutating func goOn(forMilliseconds limit: Int32) {
        var ends = [pollfd(fd: pipes.errors.read, events: Int16(POLLIN), revents: 0)]
        if inputIsOpen { ends.append(pollfd(fd: pipes.input.write, events: Int16(POLLOUT), revents: 0)) }
        poll(&ends, nfds_t(ends.count), limit)
        hear()
        if inputIsOpen { say() }
    }

    private mutating func hear() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(pipes.errors.read, &buffer, buffer.count)
            guard count > 0 else { return }
            errors = Array((errors + buffer[..<count]).suffix(Self.kept))
        }
    }

    private mutating func say() {
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(pipes.input.write, $0.baseAddress, $0.count) }
            if count < 0, errno == EAGAIN { return }
            // A child that does not want to hear more has its reasons, and says them by its status.
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        close(pipes.input.write)
        inputIsOpen = false
    }
}
