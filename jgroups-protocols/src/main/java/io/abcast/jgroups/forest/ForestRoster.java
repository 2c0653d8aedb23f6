package io.abcast.jgroups.forest;

import io.abcast.dissemination.forest.node.ForestSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jgroups.Address;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Util;

/**
 * Numbers the members of the view, because a FOREST node, {@code FOREST}'s state machine, knows members by small
 * numbers. Each member numbers the other members independently, with 0 for itself; {@link ForestWire} translates the
 * numbers in messages. The roster reuses a free number only after all other free numbers. Each use of a number for a
 * member is a new generation of the number. An address identifies one run of a member, because JGroups makes a new
 * address for each connect.
 */
final class ForestRoster {
    static final int SELF = 0;

    /** Constant, because each incarnation (run) of a member has a new JGroups address. */
    static final long INCARNATION = 1;

    static final int NAME_BYTES_MAX = 64;

    private static final int SIZE = ForestSettings.ID_MAX + 1;

    private final Address[] addresses = new Address[SIZE];
    private final byte[][] names = new byte[SIZE][];
    private final long[] generations = new long[SIZE];
    private final Map<Address, Integer> numbers = new HashMap<>();
    private final Map<ByteBuffer, Integer> numbersByName = new HashMap<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();

    ForestRoster(Address self) {
        for (int number = 0; number < SIZE; number++) free.add(number);
        add(self);
    }

    int number(Address member) {
        return numbers.getOrDefault(member, -1);
    }

    int number(byte[] name) {
        return numbersByName.getOrDefault(ByteBuffer.wrap(name), -1);
    }

    Address address(int number) {
        return addresses[number];
    }

    byte[] name(int number) {
        return names[number];
    }

    long generation(int number) {
        return generations[number];
    }

    /**
     * If all numbers up to {@link ForestSettings#ID_MAX} are in use, a further member gets no number.
     *
     * @return the numbers of the members that have left, as a set of bits: bit i stands for number i
     */
    long onView(List<Address> view) {
        long left = 0;
        for (int number = SELF + 1; number < SIZE; number++)
            if (addresses[number] != null && !view.contains(addresses[number])) {
                numbers.remove(addresses[number]);
                numbersByName.remove(ByteBuffer.wrap(names[number]));
                addresses[number] = null;
                names[number] = null;
                free.add(number);
                left |= 1L << number;
            }
        for (Address member : view)
            if (!numbers.containsKey(member) && !free.isEmpty()) add(member);
        return left;
    }

    private void add(Address member) {
        int number = free.remove();
        addresses[number] = member;
        names[number] = encode(member);
        generations[number]++;
        numbers.put(member, number);
        numbersByName.put(ByteBuffer.wrap(names[number]), number);
    }

    private static byte[] encode(Address member) {
        ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(NAME_BYTES_MAX);
        try {
            Util.writeAddress(member, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] name = new byte[out.position()];
        System.arraycopy(out.buffer(), 0, name, 0, name.length);
        return name;
    }
}
