package io.abcast.jgroups;

import java.util.function.Consumer;
import org.jgroups.Event;
import org.jgroups.stack.Protocol;

/**
 * Finds a protocol of a given class in a stack. An object of this class is the argument of an event that travels down
 * the stack, until a protocol of that class answers.
 */
final class ProtocolFinder {
    private final Class<? extends Protocol> wanted;
    private Protocol found;

    private ProtocolFinder(Class<? extends Protocol> wanted) {
        this.wanted = wanted;
    }

    /**
     * Finds the next protocol of a class below the sender of an event.
     *
     * @return the protocol; null if the stack has no such protocol
     */
    static <P extends Protocol> P below(Consumer<Event> down, Class<P> wanted) {
        ProtocolFinder finder = new ProtocolFinder(wanted);
        down.accept(new Event(Event.USER_DEFINED, finder));
        return wanted.cast(finder.found);
    }

    /**
     * Answers an event of the kind {@link Event#USER_DEFINED} if it looks for the given protocol.
     *
     * @return whether the event was answered; an answered event goes no further
     */
    static boolean answered(Event event, Protocol by) {
        if (!(event.getArg() instanceof ProtocolFinder finder) || finder.wanted != by.getClass())
            return false;
        finder.found = by;
        return true;
    }
}
