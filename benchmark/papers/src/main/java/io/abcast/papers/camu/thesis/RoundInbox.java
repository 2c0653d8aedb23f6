package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.thesis.ThesisMessage.RoundMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The messages of rounds that a partition has received from its neighbours and not used yet. */
final class RoundInbox {
    /** A neighbour is at most one round ahead, so it has sent messages for the present and the next round only. */
    private static final int WAITING_MAX = 2;

    private final List<ArrayDeque<RoundMessage>> waiting = new ArrayList<>();
    private int[] expected = {};
    private long round;
    private int arrived;

    RoundInbox(int partitions) {
        for (int i = 0; i < partitions; i++) waiting.add(new ArrayDeque<>(WAITING_MAX));
    }

    void begin(long newRound, int[] neighbours) {
        round = newRound;
        expected = neighbours;
        arrived = 0;
        for (int each : neighbours) if (isNext(each)) arrived++;
    }

    void add(int from, RoundMessage message, boolean isExpected) {
        ArrayDeque<RoundMessage> queue = waiting.get(from);
        assert queue.size() < WAITING_MAX : from + " is ahead: " + queue + ", round " + round;
        boolean isFirst = queue.isEmpty();
        queue.add(message);
        if (isFirst && isExpected && message.round() == round) arrived++;
    }

    private boolean isNext(int from) {
        RoundMessage first = waiting.get(from).peek();
        return first != null && first.round() == round;
    }

    boolean isComplete() {
        return arrived == expected.length;
    }

    RoundMessage take(int from) {
        return waiting.get(from).remove();
    }
}
