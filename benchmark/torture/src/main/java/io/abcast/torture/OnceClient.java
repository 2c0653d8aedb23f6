package io.abcast.torture;

import io.abcast.client.Reply;
import io.abcast.torture.TortureLoad.Outcome;
import java.util.SplittableRandom;

/** A client that writes every key once, and reads older keys at random. */
final class OnceClient implements Runnable {
    static final int MORE_BYTES_MAX = 100;

    /** Beyond this number of keys, the client checks its oldest keys, deletes them and drops them from its ledger. */
    static final int KEYS_MAX = 40_000;

    private static final int RETIRED_AT_A_TIME = 1_000;
    private static final int READ_PERCENT = 20;

    interface Store {
        Reply put(byte[] key, byte[] value);

        Reply read(byte[] key);

        Reply delete(byte[] key);
    }

    private final int id;
    private final Store store;
    private final TortureLoad load;
    private final Pace pace;
    private final SplittableRandom random;
    private final OnceLedger ledger;

    OnceClient(int id, Store store, TortureLoad load, Pace pace, long seed) {
        this.id = id;
        this.store = store;
        this.load = load;
        this.pace = pace;
        random = new SplittableRandom(seed);
        ledger = new OnceLedger(id);
    }

    /** A caller may read the ledger only after the client has ended. */
    OnceLedger ledger() {
        return ledger;
    }

    @Override
    public void run() {
        while (!load.ending() && pace.await()) {
            if (ledger.size() >= KEYS_MAX) retire();
            else if (ledger.size() > 0 && random.nextInt(100) < READ_PERCENT)
                look(ledger.first() + random.nextInt(ledger.size()));
            else write();
        }
    }

    private void write() {
        long index = ledger.next();
        byte[] value = Payloads.of(ledger.number(index), MORE_BYTES_MAX);
        long start = System.nanoTime();
        Reply reply = store.put(ledger.key(index), value);
        long end = System.nanoTime();
        Outcome outcome = load.ended(reply, true, end);
        long version =
                switch (outcome) {
                    case DONE -> reply.zxid();
                    case UNKNOWN -> OnceLedger.UNKNOWN;
                    case REFUSED -> OnceLedger.REFUSED;
                };
        String answered = outcome == Outcome.DONE ? Long.toHexString(version) : reply.code().name();
        load.history.add(id, "put", ledger.name(index), "-", answered, start, end);
        ledger.add(version);
    }

    private boolean look(long index) {
        long start = System.nanoTime();
        Reply reply = store.read(ledger.key(index));
        long end = System.nanoTime();
        if (load.ended(reply, false, end) != Outcome.DONE) return false;
        String wrong = OnceCheck.check(ledger, index, reply, MORE_BYTES_MAX);
        if (wrong == null) return true;
        load.history.add(
                id, "look", ledger.name(index), "-", reply.code() + " (wrong)", start, end);
        load.violations.add(wrong);
        return true;
    }

    private void retire() {
        for (int i = 0; i < RETIRED_AT_A_TIME; i++) {
            long index = ledger.first();
            if (!look(index)) return;
            long end = System.nanoTime();
            load.ended(store.delete(ledger.key(index)), true, end);
            ledger.retire(1);
            if (load.ending()) return;
        }
    }
}
