package io.abcast.jgroups;

import java.util.function.Consumer;
import org.jgroups.Event;
import org.jgroups.stack.Protocol;

/**
 * Searches a JGroups stack for a protocol of a given class. A {@code ProtocolFinder} is the argument of an event that
 * travels down the stack until a protocol of the class answers the event.
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
     * @return the found protocol; {@code null} if the stack below has no protocol of the class
     */
    static <P extends Protocol> P below(Consumer<Event> down, Class<P> wanted) {
        ProtocolFinder finder = new ProtocolFinder(wanted);
        down.accept(new Event(Event.USER_DEFINED, finder));
        return wanted.cast(finder.found);
    }

    /**
     * Answers an event of the kind {@link Event#USER_DEFINED} if the event searches for the given protocol.
     *
     * @return whether the method has answered the searching event; a protocol does not pass on an answered event
     */
    static boolean answered(Event event, Protocol by) {
        if (!(event.getArg() instanceof ProtocolFinder finder) || finder.wanted != by.getClass())
            return false;
        finder.found = by;
        return true;
    }
}
