package io.abcast.dissemination.omaha;

import java.util.ArrayList;
import java.util.List;

/**
 * Records the messages that leave Omaha. In the tests, a message is a text, and its size in bytes is the number of its
 * letters.
 */
final class Wire implements Outlet<Integer, String> {
    record Packet(int to, List<String> messages) {
        @Override
        public String toString() {
            return to + messages.toString();
        }
    }

    private final List<Packet> packets = new ArrayList<>();

    @Override
    public void transmit(Integer to, List<String> messages) {
        packets.add(new Packet(to, messages));
    }

    List<Packet> take() {
        List<Packet> taken = List.copyOf(packets);
        packets.clear();
        return taken;
    }

    String text() {
        return take().toString();
    }
}
