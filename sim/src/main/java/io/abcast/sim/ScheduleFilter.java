package io.abcast.sim;

import java.util.BitSet;
import java.util.Collection;

/**
 * Selects the items of a {@link RunSchedule} that a run carries out: all items, or the items with given numbers.
 * Immutable.
 */
public final class ScheduleFilter {
    /** The filter that keeps all items of a schedule. */
    public static final ScheduleFilter ALL = new ScheduleFilter(null);

    private static final int NUMBER_MAX = 1_000_000;

    private final BitSet numbers;

    private ScheduleFilter(BitSet numbers) {
        this.numbers = numbers;
    }

    /** Returns the filter that keeps only the schedule items with the given numbers. */
    public static ScheduleFilter of(Collection<Integer> numbers) {
        BitSet kept = new BitSet();
        for (int number : numbers) kept.set(number);
        return new ScheduleFilter(kept);
    }

    /**
     * Parses a list of item numbers such as {@code 0,3-7,12}, or {@code all} or {@code none}.
     *
     * @throws IllegalArgumentException if the list of item numbers is malformed; the message names the expected form
     */
    public static ScheduleFilter parse(String list) {
        if (list.equals("all")) return ALL;
        BitSet kept = new BitSet();
        if (list.equals("none")) return new ScheduleFilter(kept);
        for (String range : list.split(",", -1)) {
            String[] ends = range.trim().split("-", -1);
            int first = number(ends[0], list);
            int last = ends.length == 1 ? first : number(ends[1], list);
            if (ends.length > 2 || last < first) throw wrong(list);
            kept.set(first, last + 1);
        }
        return new ScheduleFilter(kept);
    }

    private static int number(String text, String list) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number < NUMBER_MAX) return number;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(wrong(list).getMessage(), e);
        }
        throw wrong(list);
    }

    private static IllegalArgumentException wrong(String list) {
        return new IllegalArgumentException(
                "expected all, none, or numbers and ranges of them such as 0,3-7,12, got '"
                        + list
                        + "'");
    }

    public boolean isAll() {
        return numbers == null;
    }

    /** Whether the filter keeps the schedule item with the number {@code number}. */
    public boolean keeps(int number) {
        return numbers == null || numbers.get(number);
    }

    /** Returns the numbers of the schedule items that this filter keeps, as a list that {@link #parse} accepts. */
    @Override
    public String toString() {
        if (numbers == null) return "all";
        if (numbers.isEmpty()) return "none";
        StringBuilder text = new StringBuilder();
        for (int first = numbers.nextSetBit(0); first >= 0; ) {
            int last = numbers.nextClearBit(first) - 1;
            if (text.length() > 0) text.append(',');
            text.append(first);
            if (last > first) text.append('-').append(last);
            first = numbers.nextSetBit(last + 1);
        }
        return text.toString();
    }
}
