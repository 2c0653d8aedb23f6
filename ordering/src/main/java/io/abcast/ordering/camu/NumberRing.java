package io.abcast.ordering.camu;

/**
 * A map from numbers to elements, efficient for numbers that lie close together. The ring's array has a cell for each
 * number from the lowest to the highest key, so the memory grows with the distance of these keys.
 *
 * <p><b>Bound:</b> the lowest and the highest key of a ring may span at most {@link #SPAN_MAX} numbers. {@link #put}
 * throws an exception if the keys would span more than {@link #SPAN_MAX} numbers.
 */
final class NumberRing<T> {
    static final int SPAN_MAX = 1 << 24;

    private static final int CAPACITY_MIN = 16;

    private static final int CAPACITY_KEPT = 1024;

    interface Visitor<T> {
        /** The visitor must not change the ring that it visits. */
        void visit(long number, T element);
    }

    private Object[] slots = new Object[CAPACITY_MIN];

    /** The lowest key in the ring; undefined while the ring is empty. */
    private long first;

    /** The highest number that was put since the ring was last empty, plus 1. */
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

    @SuppressWarnings("unchecked")
    T get(long number) {
        return size > 0 && number >= first && number < end ? (T) slots[slot(number)] : null;
    }

    long first() {
        return first;
    }

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

    /** Returns {@code null} if no element has this number. */
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

    /** Visits the elements in the order of their numbers. */
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
