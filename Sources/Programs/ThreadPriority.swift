import CProcess

/// Which threads go first where a process shows a screen.
///
/// A key needs little of the processor, but at once. While a first sync keeps all cores busy, the thread of the screen would have to
/// wait for its turn like any other.
package enum ThreadPriority {
    /// Lets the main thread go before those that say `giveWay`, from now on.
    package static func putMainFirst() { cprocess_put_main_first() }

    /// Lets this thread, which is about to work for long, go behind the screen's for good: Linux lets nobody raise a priority
    /// again. Does nothing in a process without a screen.
    package static func giveWay() { cprocess_go_behind_main() }
}
