package io.abcast.ordering.camu;

/**
 * Elements by number, for numbers that lie close together. An array holds all numbers from the lowest to the highest
 * one, so the memory grows with their distance.
 *
 * <p><b>Bound:</b> {@link #SPAN_MAX} numbers. {@link #put} throws at a number that is farther away from another one.
 */
final class NumberRing<T> {
    static final int SPAN_MAX = 1 << 24;

    private static final int CAPACITY_MIN = 16;

    /** An empty ring keeps an array of at most this length. */
    private static final int CAPACITY_KEPT = 1024;

    /** Takes the elements of a ring. */
    interface Visitor<T> {
        /** Takes the element with a number. The visitor must not change the ring. */
        void visit(long number, T element);
    }

    private Object[] slots = new Object[CAPACITY_MIN];

    /** The lowest number of an element; undefined without elements. */
    private long first;

    /** Number behind the highest one that was put since the ring was empty. */
    private long end;

    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    private int slot(long number) {
        return (int) number & slots.length - 1;
    }

    /** Returns the element with a number; {@code null} if no element has it. */
    @SuppressWarnings("unchecked")
    T get(long number) {
        return size > 0 && number >= first && number < end ? (T) slots[slot(number)] : null;
    }

    /** The lowest number. Only called if there is an element. */
    long first() {
        return first;
    }

    /** Adds an element, or replaces the one with this number. */
    void put(long number, T element) {
        if (size == 0) {
            first = number;
            end = number;
        }
        reach(Math.min(first, number), Math.max(end, number + 1));
        int at = slot(number);
        if (slots[at] == null) size++;
        slots[at] = element;
    }

    private void reach(long low, long high) {
        long span = high - low;
        if (span > SPAN_MAX)
            throw new IllegalStateException(
                    "numbers: expected at most %d together, got %d to %d"
                            .formatted(SPAN_MAX, low, high - 1));
        if (span > slots.length) {
            Object[] old = slots;
            slots = new Object[Integer.highestOneBit((int) span - 1) << 1];
            for (long number = first; number < end; number++)
                slots[slot(number)] = old[(int) number & old.length - 1];
        }
        first = low;
        end = high;
    }

    /** Removes and returns the element with a number; {@code null} if no element has it. */
    T remove(long number) {
        T element = get(number);
        if (element == null) return null;
        slots[slot(number)] = null;
        size--;
        if (size == 0) {
            if (slots.length > CAPACITY_KEPT) slots = new Object[CAPACITY_MIN];
        } else if (number == first) {
            do first++;
            while (slots[slot(first)] == null);
        }
        return element;
    }

    /** Calls the visitor for each element, in the order of the numbers. */
    void forEach(Visitor<T> visitor) {
        int left = size;
        for (long number = first; left > 0; number++) {
            T element = get(number);
            if (element == null) continue;
            visitor.visit(number, element);
            left--;
        }
    }
}
