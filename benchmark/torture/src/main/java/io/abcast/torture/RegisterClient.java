package io.abcast.torture;

import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.ReplyCode;
import io.abcast.torture.RegisterOp.Kind;
import io.abcast.torture.Registers.Generation;
import io.abcast.torture.TortureLoad.Outcome;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * A client that reads, writes, compares-and-sets and removes values in registers, one operation at a time. The client
 * repeats requests that received no answer, within its client session.
 */
final class RegisterClient implements Runnable {
    static final int MORE_BYTES_MAX = 1_000;

    private static final long ANSWER_SECONDS = 60;

    private static final int READS = 45;
    private static final int WRITES = 30;
    private static final int CAS = 18;

    private final int id;
    private final StoreClient store;
    private final Registers registers;
    private final TortureLoad load;
    private final Pace pace;
    private final SplittableRandom random;
    private final Reader reader;

    /**
     * For each register, the number and version of the value that this client last observed in it; a CAS expects this
     * value.
     */
    private final long[] values = new long[Registers.COUNT];

    private final long[] versions = new long[Registers.COUNT];
    private Generation seen;

    interface Reader {
        CompletableFuture<Reply> read(byte[] key);
    }

    RegisterClient(
            int id,
            StoreClient store,
            Registers registers,
            TortureLoad load,
            Pace pace,
            long seed,
            Reader reader) {
        this.id = id;
        this.store = store;
        this.registers = registers;
        this.load = load;
        this.pace = pace;
        this.reader = reader;
        random = new SplittableRandom(seed);
    }

    @Override
    public void run() {
        while (!load.ending() && pace.await()) {
            Generation generation = registers.enter();
            if (generation != seen) {
                seen = generation;
                Arrays.fill(values, 0);
                Arrays.fill(versions, 0);
            }
            operate(generation, random.nextInt(Registers.COUNT));
            if (registers.leave(generation, System.nanoTime())) {
                readAll(generation);
                registers.leave(generation, System.nanoTime());
            }
        }
    }

    boolean readAll(Generation generation) {
        boolean all = true;
        for (int i = 0; i < Registers.COUNT; i++) all &= read(generation, i);
        return all;
    }

    private void operate(Generation generation, int register) {
        int dice = random.nextInt(100);
        if (dice < READS) read(generation, register);
        else if (dice < READS + WRITES) write(generation, register);
        else if (dice < READS + WRITES + CAS) cas(generation, register);
        else remove(generation, register);
    }

    private boolean read(Generation generation, int register) {
        byte[] key = generation.key(register);
        long start = System.nanoTime();
        Reply reply = await(reader.read(key));
        long end = System.nanoTime();
        Outcome outcome = load.ended(reply, false, end);
        String name = generation.name(register);
        if (outcome != Outcome.DONE) {
            note("read", name, "-", reply, start, end);
            return false;
        }
        long value = 0;
        long version = 0;
        if (reply.code() == ReplyCode.OK) {
            OptionalLong number = Payloads.number(reply.value(), MORE_BYTES_MAX);
            version = reply.zxid();
            if (number.isEmpty()) {
                load.violations.add(
                        "register " + name + ": read returned a value that no client wrote");
                return true;
            }
            value = number.getAsLong();
            generation.version(register, value, version);
        }
        values[register] = value;
        versions[register] = version;
        generation.add(register, RegisterOp.read(id, value, start, end));
        load.history.add(id, "read", name, "-", Long.toString(value), start, end);
        return true;
    }

    private void write(Generation generation, int register) {
        long number = registers.nextNumber();
        byte[] value = Payloads.of(number, MORE_BYTES_MAX);
        long start = System.nanoTime();
        Reply reply = await(store.put(generation.key(register), value));
        Outcome outcome = record(generation, register, Kind.WRITE, number, 0, reply, start);
        if (outcome == Outcome.DONE) stored(generation, register, number, reply.zxid());
    }

    private void cas(Generation generation, int register) {
        long number = registers.nextNumber();
        long expected = values[register];
        byte[] value = Payloads.of(number, MORE_BYTES_MAX);
        long start = System.nanoTime();
        Reply reply = await(store.cas(generation.key(register), versions[register], value));
        record(generation, register, Kind.CAS, number, expected, reply, start);
        if (reply.code() == ReplyCode.OK) stored(generation, register, number, reply.zxid());
    }

    private void remove(Generation generation, int register) {
        long start = System.nanoTime();
        Reply reply = await(store.delete(generation.key(register)));
        Outcome outcome = record(generation, register, Kind.REMOVE, 0, 0, reply, start);
        if (outcome == Outcome.DONE) {
            values[register] = 0;
            versions[register] = 0;
        }
    }

    private void stored(Generation generation, int register, long number, long version) {
        values[register] = number;
        versions[register] = version;
        generation.version(register, number, version);
    }

    private Outcome record(
            Generation generation,
            int register,
            Kind kind,
            long number,
            long expected,
            Reply reply,
            long start) {
        long end = System.nanoTime();
        Outcome outcome = load.ended(reply, true, end);
        String asked = kind == Kind.CAS ? expected + ">" + number : Long.toString(number);
        note(
                kind.name().toLowerCase(Locale.ROOT),
                generation.name(register),
                asked,
                reply,
                start,
                end);
        if (outcome == Outcome.REFUSED) return outcome;
        boolean known = outcome == Outcome.DONE;
        long done = reply.code() == ReplyCode.OK ? 1 : 0;
        generation.add(
                register, new RegisterOp(id, kind, number, expected, known, done, start, end));
        return outcome;
    }

    private void note(
            String operation, String name, String asked, Reply reply, long start, long end) {
        load.history.add(id, operation, name, asked, reply.code().name(), start, end);
    }

    private static Reply await(CompletableFuture<Reply> asked) {
        return ReplyWaiter.await(asked, ANSWER_SECONDS);
    }
}
