package io.abcast.zab;

import java.util.Arrays;

/**
 * A growing FIFO queue of longs. Callers address an element by its ordinal, the number of elements that were added
 * before it, including removed elements. Adding an element allocates memory only if the queue must grow.
 */
final class LongRing {
    private long[] elements = new long[64];
    private long head;
    private long tail;

    void add(long element) {
        if (tail - head == elements.length) grow();
        elements[(int) tail & elements.length - 1] = element;
        tail++;
    }

    long get(long ordinal) {
        assert ordinal >= head && ordinal < tail : ordinal + " outside " + head + ".." + tail;
        return elements[(int) ordinal & elements.length - 1];
    }

    void set(long ordinal, long element) {
        assert ordinal >= head && ordinal < tail : ordinal + " outside " + head + ".." + tail;
        elements[(int) ordinal & elements.length - 1] = element;
    }

    long first() {
        return get(head);
    }

    void removeFirst() {
        assert head < tail : "empty";
        head++;
    }

    /** Removes the element with {@code ordinal} and all later elements. */
    void removeFrom(long ordinal) {
        assert ordinal >= head && ordinal <= tail : ordinal + " outside " + head + ".." + tail;
        tail = ordinal;
    }

    void clear() {
        head = tail;
    }

    long head() {
        return head;
    }

    long tail() {
        return tail;
    }

    int size() {
        return (int) (tail - head);
    }

    boolean isEmpty() {
        return head == tail;
    }

    private void grow() {
        long[] larger = Arrays.copyOf(elements, elements.length * 2);
        for (long i = head; i < tail; i++)
            larger[(int) i & larger.length - 1] = elements[(int) i & elements.length - 1];
        elements = larger;
    }
}
