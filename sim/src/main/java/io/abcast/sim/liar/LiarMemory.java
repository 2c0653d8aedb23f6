package io.abcast.sim.liar;

import io.abcast.kernel.Message;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Bounded memory that all lying members (liars) of one run share: recent messages that the liars have sent and
 * received, and the values in these messages.
 */
public final class LiarMemory {
    private static final int RECORDS_MAX = 48;

    private static final int VALUES_MAX = 24;

    private static final int ELEMENTS_MAX = 6;

    private static final class Ring<T> {
        private final List<T> values = new ArrayList<>();
        private final int max;
        private int next;

        Ring(int max) {
            this.max = max;
        }

        void add(T value) {
            if (values.size() < max) values.add(value);
            else values.set(next, value);
            next = (next + 1) % max;
        }

        /** {@code age} is 0 for the newest value, 1 for the value before it, and so on. */
        T get(int age) {
            return values.get(Math.floorMod(next - 1 - age, values.size()));
        }
    }

    private final Map<Class<?>, Ring<Message>> messages = new HashMap<>();
    private final Map<Class<?>, Ring<Object>> records = new HashMap<>();
    private final Map<String, Ring<Long>> numbers = new HashMap<>();
    private final Map<String, Ring<byte[]>> bytes = new HashMap<>();

    /** Records a message, without its frame, that a lying member has sent or received. */
    public void heard(Message message) {
        messages.computeIfAbsent(message.getClass(), k -> new Ring<>(RECORDS_MAX)).add(message);
        absorb(message);
    }

    /**
     * Records bytes that occurred in no message, as if a record component with the name {@code name} had had this
     * value.
     */
    public void met(String name, byte[] value) {
        bytes.computeIfAbsent(name, k -> new Ring<>(VALUES_MAX)).add(value);
    }

    /** Adds a record that occurred in no message to the memory. */
    public void met(Object record) {
        records.computeIfAbsent(record.getClass(), k -> new Ring<>(RECORDS_MAX)).add(record);
        absorb(record);
    }

    private void absorb(Object record) {
        Shape shape = Shape.of(record.getClass());
        for (int i = 0; i < shape.parts().size(); i++) {
            String name = shape.parts().get(i).name();
            Object value = shape.get(record, i);
            if (value instanceof Long || value instanceof Integer) number(name, (Number) value);
            else if (value instanceof byte[] b) met(name, b);
            else if (value instanceof Record r) met(r);
            else if (value instanceof List<?> list) absorb(name, list);
        }
    }

    private void absorb(String name, List<?> list) {
        for (int i = 0; i < list.size(); i++) {
            if (i >= ELEMENTS_MAX && i < list.size() - ELEMENTS_MAX) continue;
            Object element = list.get(i);
            if (element instanceof Number n) number(name, n);
            else if (element instanceof byte[] b) met(name, b);
            else if (element instanceof Record r) met(r);
        }
    }

    private void number(String name, Number value) {
        Ring<Long> ring = numbers.computeIfAbsent(name, k -> new Ring<>(VALUES_MAX));
        if (!ring.values.contains(value.longValue())) ring.add(value.longValue());
    }

    /** Messages of the class {@code kind} that the liars know, newest first. */
    public List<Message> messages(Class<?> kind) {
        return newestFirst(messages.get(kind));
    }

    /** Records of the class {@code type} that the liars know, newest first. */
    public List<Object> records(Class<?> type) {
        return newestFirst(records.get(type));
    }

    /** Numbers that record components with the name {@code name} had, newest first. */
    public List<Long> numbers(String name) {
        return newestFirst(numbers.get(name));
    }

    /** Byte arrays that record components with the name {@code name} had, newest first. */
    public List<byte[]> bytes(String name) {
        return newestFirst(bytes.get(name));
    }

    private static <T> List<T> newestFirst(Ring<T> ring) {
        if (ring == null) return List.of();
        return new AbstractList<>() {
            @Override
            public T get(int age) {
                return ring.get(age);
            }

            @Override
            public int size() {
                return ring.values.size();
            }
        };
    }
}
