package io.abcast.ordering.epaxos;

import java.util.Arrays;

/**
 * Hash table that maps numbers to values. The number 0 is not allowed as a key. Not thread-safe.
 *
 * @param <T> type of the values in the table
 */
final class LongTable<T> {
    private static final int FIRST_CAPACITY = 16;

    /**
     * Multiplier of the hash function: 2^64 divided by the golden ratio, which spreads consecutive numbers over the
     * table (Knuth 1973, section 6.4).
     */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /**
     * The numbers in the table, each at its index in the hash table; 0 marks a free index. The length of the array
     * {@code numbers} is a power of two.
     */
    private long[] numbers = new long[FIRST_CAPACITY];

    private Object[] values = new Object[FIRST_CAPACITY];
    private int size;

    int size() {
        return size;
    }

    /** Returns {@code null} if the table does not contain the number. */
    @SuppressWarnings("unchecked")
    T get(long number) {
        return (T) values[place(number)];
    }

    @SuppressWarnings("unchecked")
    T put(long number, T value) {
        assert number != 0 && value != null : number + ": " + value;
        int place = place(number);
        T before = (T) values[place];
        numbers[place] = number;
        values[place] = value;
        if (before == null && ++size > numbers.length / 2) grow();
        return before;
    }

    @SuppressWarnings("unchecked")
    T remove(long number) {
        int hole = place(number);
        T before = (T) values[hole];
        if (before == null) return null;
        size--;
        int mask = numbers.length - 1;
        // Close the gap of the removed entry: a later entry moves into the gap, unless its search
        // begins after the gap.
        for (int i = (hole + 1) & mask; numbers[i] != 0; i = (i + 1) & mask) {
            int home = home(numbers[i]);
            if (((i - home) & mask) < ((i - hole) & mask)) continue;
            numbers[hole] = numbers[i];
            values[hole] = values[i];
            hole = i;
        }
        numbers[hole] = 0;
        values[hole] = null;
        return before;
    }

    long[] numbers() {
        long[] all = new long[size];
        int count = 0;
        for (long number : numbers) if (number != 0) all[count++] = number;
        Arrays.sort(all);
        return all;
    }

    private int place(long number) {
        int mask = numbers.length - 1;
        int i = home(number);
        while (numbers[i] != 0 && numbers[i] != number) i = (i + 1) & mask;
        return i;
    }

    private int home(long number) {
        return (int) ((number * SPREAD) >>> (64 - Integer.numberOfTrailingZeros(numbers.length)));
    }

    @SuppressWarnings("unchecked")
    private void grow() {
        long[] oldNumbers = numbers;
        Object[] oldValues = values;
        numbers = new long[2 * oldNumbers.length];
        values = new Object[2 * oldNumbers.length];
        size = 0;
        for (int i = 0; i < oldNumbers.length; i++)
            if (oldNumbers[i] != 0) put(oldNumbers[i], (T) oldValues[i]);
    }
}
