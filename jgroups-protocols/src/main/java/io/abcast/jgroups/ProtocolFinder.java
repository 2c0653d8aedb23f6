package io.abcast.jgroups;

import java.util.function.Consumer;
import org.jgroups.Event;
import org.jgroups.stack.Protocol;

/** An event's argument that travels down a stack until a protocol of that class says that it is there. */
final class ProtocolFinder {
    private final Class<? extends Protocol> wanted;
    private Protocol found;

    private ProtocolFinder(Class<? extends Protocol> wanted) {
        this.wanted = wanted;
    }

    /**
     * The next protocol of a class below whoever sends an event down.
     *
     * @return null if there is none
     */
    static <P extends Protocol> P below(Consumer<Event> down, Class<P> wanted) {
        ProtocolFinder finder = new ProtocolFinder(wanted);
        down.accept(new Event(Event.USER_DEFINED, finder));
        return wanted.cast(finder.found);
    }

    /** @return whether that event of the kind {@link Event#USER_DEFINED} looked for this protocol; it then ends here */
    static boolean answered(Event event, Protocol by) {
        if (!(event.getArg() instanceof ProtocolFinder finder) || finder.wanted != by.getClass())
            return false;
        finder.found = by;
        return true;
    }
}
