package io.abcast.torture;

import io.abcast.client.Reply;
import io.abcast.client.wire.MultiPut;
import io.abcast.client.wire.Op;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.torture.TortureLoad.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Appends to lists and reads lists of partitions; the client sends each transaction once, so an element appears at most
 * once in a list.
 */
final class ListClient implements Runnable {
    private static final int LISTS = 12;

    private static final int TXNS_PER_GENERATION = 1_500;

    private static final int LAST_LOOKS = 5;
    private static final int LISTS_MAX = 3;
    private static final int APPENDS_PERCENT = 60;

    private final int id;
    private final PlainClient client;
    private final ListHistory history;
    private final TortureLoad load;
    private final Pace pace;
    private final SplittableRandom random;

    ListClient(
            int id,
            PlainClient client,
            ListHistory history,
            TortureLoad load,
            Pace pace,
            long seed) {
        this.id = id;
        this.client = client;
        this.history = history;
        this.load = load;
        this.pace = pace;
        random = new SplittableRandom(seed);
    }

    @Override
    public void run() {
        while (!load.ending() && pace.await()) {
            long number = history.begin();
            long generation = number / TXNS_PER_GENERATION;
            TreeSet<String> lists = new TreeSet<>();
            int count = 1 + random.nextInt(LISTS_MAX);
            while (lists.size() < count) lists.add(list(generation, random.nextInt(LISTS)));
            transact(number, List.copyOf(lists), random.nextInt(100) < APPENDS_PERCENT);
        }
        client.close();
    }

    private static String list(long generation, int index) {
        return "list-" + generation + "-" + index;
    }

    /**
     * One transaction reads all lists in use at once, so that a transaction is visible in all of its lists or in none.
     */
    void readAll() {
        long generations = history.begin() / TXNS_PER_GENERATION;
        for (long generation = 0; generation <= generations; generation++) {
            List<String> lists = new ArrayList<>();
            for (int i = 0; i < LISTS; i++) lists.add(list(generation, i));
            readSurely(lists);
        }
        client.close();
    }

    private void readSurely(List<String> lists) {
        for (int attempt = 0; attempt < LAST_LOOKS; attempt++)
            if (transact(history.begin(), lists, false)) return;
        load.violations.add("lists " + lists + " cannot be read at the end of the run");
    }

    private boolean transact(long number, List<String> lists, boolean appends) {
        List<byte[]> keys = new ArrayList<>();
        for (String list : lists) keys.add(list.getBytes(StandardCharsets.UTF_8));
        byte[] element =
                appends ? new WireWriter(Long.BYTES).i64(number).toByteArray() : new byte[0];
        byte[] command = MultiPut.encode(Op.APPENDS, id, number, keys, element);
        long start = System.nanoTime();
        Reply reply = client.append(command);
        long end = System.nanoTime();
        Outcome outcome = load.ended(reply, appends, end);
        List<List<Long>> observed = null;
        if (outcome == Outcome.DONE) observed = elements(reply.body(), lists.size());
        if (observed != null) history.answered(id, number, lists, appends, observed, start, end);
        else if (outcome == Outcome.UNKNOWN) history.unknown(id, number, lists, appends, start);
        String answered = observed == null ? reply.code().name() : observed.toString();
        load.history.add(
                id,
                appends ? "append" : "list",
                String.join(",", lists),
                Long.toString(number),
                answered,
                start,
                end);
        return observed != null;
    }

    private static List<List<Long>> elements(byte[] body, int lists) {
        WireReader in = new WireReader(body);
        List<List<Long>> all = new ArrayList<>();
        for (int i = 0; i < lists; i++) {
            WireReader list = new WireReader(in.bytes());
            List<Long> elements = new ArrayList<>();
            while (list.remaining() > 0) elements.add(list.i64());
            all.add(elements);
        }
        in.end();
        return all;
    }
}
