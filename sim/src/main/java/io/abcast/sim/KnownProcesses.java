package io.abcast.sim;

import io.abcast.driver.Hello;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The processes from which one process has received a hello (first message of a process). If two processes of one
 * server are in the group's view, the driver must send to the newer process.
 */
final class KnownProcesses {
    private List<Integer> view = List.of();

    private final Map<Integer, Hello> hellos = new TreeMap<>();

    void onView(List<Integer> addresses) {
        view = addresses;
        hellos.keySet().retainAll(addresses);
    }

    void onHello(int from, Hello hello) {
        if (view.contains(from)) hellos.put(from, hello);
    }

    /**
     * Whether a process of {@code server} that began after the process at {@code address} has announced that it serves.
     */
    boolean isOutdated(int server, int address) {
        Hello known = hellos.get(address);
        if (known == null) return false;
        for (Map.Entry<Integer, Hello> other : hellos.entrySet()) {
            Hello hello = other.getValue();
            if (hello.id() != server || !hello.serving()) continue;
            if (hello.incarnation() > known.incarnation()) return true;
            if (hello.incarnation() == known.incarnation() && other.getKey() > address) return true;
        }
        return false;
    }
}
