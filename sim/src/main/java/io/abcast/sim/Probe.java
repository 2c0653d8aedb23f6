package io.abcast.sim;

/** What checkers and fault schedules may know of a protocol; asked between two events. */
public interface Probe {
    /** Whether it is an established leader: it may order requests. */
    boolean leads();

    /** The epoch that it leads or follows. */
    int epoch();

    /** Last entry that it handed to its state machine. */
    long deliveredZxid();

    /** Last entry in its log. */
    long lastZxid();

    /** Whether it counts in elections; false while it has forgotten what it knew. */
    boolean voter();

    /** For people. */
    String line();
}
