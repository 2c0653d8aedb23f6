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

    static <P extends Protocol> P below(Consumer<Event> down, Class<P> wanted) {
        ProtocolFinder finder = new ProtocolFinder(wanted);
        down.accept(new Event(Event.USER_DEFINED, finder));
        return wanted.cast(finder.found);
    }

    /** @return whether the event searched for {@code by}; a protocol does not pass on an answered event */
    static boolean answered(Event event, Protocol by) {
        if (!(event.getArg() instanceof ProtocolFinder finder) || finder.wanted != by.getClass())
            return false;
        finder.found = by;
        return true;
    }
}
