package io.abcast.ordering.epaxos;

import java.util.Arrays;

/**
 * Maps numbers to values by open addressing, without an object for each number. A number must not be 0. Not
 * thread-safe.
 *
 * @param <T> type of the values
 */
final class LongTable<T> {
    private static final int FIRST_CAPACITY = 16;

    /** 2^64 divided by the golden ratio: spreads consecutive numbers (Knuth 1973, section 6.4). */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** The numbers by place; 0 at a free place. The length is a power of two. */
    private long[] numbers = new long[FIRST_CAPACITY];

    private Object[] values = new Object[FIRST_CAPACITY];
    private int size;

    /** Number of entries. */
    int size() {
        return size;
    }

    /** The value of that number, or {@code null}. */
    @SuppressWarnings("unchecked")
    T get(long number) {
        return (T) values[place(number)];
    }

    /** Sets the value of a number, and returns its previous value, or {@code null}. */
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

    /** Removes a number, and returns its value, or {@code null}. */
    @SuppressWarnings("unchecked")
    T remove(long number) {
        int hole = place(number);
        T before = (T) values[hole];
        if (before == null) return null;
        size--;
        int mask = numbers.length - 1;
        // Entries after the free place move into it, unless this would put them before their first
        // possible place.
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

    /** Returns a new array with all numbers, ascending. */
    long[] numbers() {
        long[] all = new long[size];
        int count = 0;
        for (long number : numbers) if (number != 0) all[count++] = number;
        Arrays.sort(all);
        return all;
    }

    /** Place of the number, or the free place where it belongs. */
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
