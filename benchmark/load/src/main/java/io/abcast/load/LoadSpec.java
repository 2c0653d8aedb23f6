package io.abcast.load;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.function.Supplier;

/**
 * Specification of the requests that virtual clients send.
 *
 * @param clients number of clients of a closed loop, each with one request in flight
 * @param rate requests per second of all clients together in an open loop; {@link RateSchedule#NONE} for a closed loop
 * @param writePercent probability in percent that a request is a write, 1..100
 * @param payloadBytes length of the written values in bytes
 * @param waitMinMillis shortest think time in ms, which is the time of a client between a reply and its next request
 * @param waitMaxMillis longest think time in ms; think times are uniformly distributed
 * @param keys number of different keys that the requests use
 * @param seed seed of all random choices of the load
 * @param reads kind of the requests that are reads
 * @param conflicts rule for the keys of the writes; with {@link Conflicts#NONE}, writes go to random keys
 * @param spread rule for the partitions of the writes; {@link PartitionLoad#NONE} if the store has no partitions
 */
public record LoadSpec(
        int clients,
        RateSchedule rate,
        int writePercent,
        int payloadBytes,
        int waitMinMillis,
        int waitMaxMillis,
        int keys,
        long seed,
        ReadKind reads,
        Conflicts conflicts,
        PartitionLoad spread) {
    public static final int CLIENTS_MAX = 1_000_000;

    public static final int WAIT_MILLIS_MAX = 3_600_000;

    /**
     * Maximum length of a written value in bytes: the frame limit of abcast's server, 64 MiB, less 1 KiB for the
     * longest key.
     */
    public static final int PAYLOAD_BYTES_MAX = (64 << 20) - 1024;

    public LoadSpec {
        range("clients", clients, 1, CLIENTS_MAX);
        range("write percent", writePercent, 1, 100);
        range("payload", payloadBytes, 0, PAYLOAD_BYTES_MAX);
        range("shortest wait", waitMinMillis, 0, WAIT_MILLIS_MAX);
        range("longest wait", waitMaxMillis, waitMinMillis, WAIT_MILLIS_MAX);
        range("keys", keys, 1, 100_000_000);
    }

    /** A load whose writes go to random keys. */
    public LoadSpec(
            int clients,
            RateSchedule rate,
            int writePercent,
            int payloadBytes,
            int waitMinMillis,
            int waitMaxMillis,
            int keys,
            long seed,
            ReadKind reads) {
        this(
                clients,
                rate,
                writePercent,
                payloadBytes,
                waitMinMillis,
                waitMaxMillis,
                keys,
                seed,
                reads,
                Conflicts.NONE,
                PartitionLoad.NONE);
    }

    /** A load for a store without partitions. */
    public LoadSpec(
            int clients,
            RateSchedule rate,
            int writePercent,
            int payloadBytes,
            int waitMinMillis,
            int waitMaxMillis,
            int keys,
            long seed,
            ReadKind reads,
            Conflicts conflicts) {
        this(
                clients,
                rate,
                writePercent,
                payloadBytes,
                waitMinMillis,
                waitMaxMillis,
                keys,
                seed,
                reads,
                conflicts,
                PartitionLoad.NONE);
    }

    public boolean open() {
        return rate.open();
    }

    public byte[] encode() {
        WireWriter out = new WireWriter(128).varint(clients);
        rate.write(out);
        out.varint(writePercent)
                .varint(payloadBytes)
                .varint(waitMinMillis)
                .varint(waitMaxMillis)
                .varint(keys)
                .i64(seed)
                .u8(reads.ordinal());
        conflicts.write(out);
        spread.write(out);
        return out.toByteArray();
    }

    /**
     * @throws MalformedFrameException if {@code bytes} are not an encoding of a specification with values in their
     *     ranges
     */
    public static LoadSpec decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int clients = in.count(Integer.MAX_VALUE);
        RateSchedule rate = checked(() -> RateSchedule.read(in));
        int writePercent = in.count(Integer.MAX_VALUE);
        int payloadBytes = in.count(Integer.MAX_VALUE);
        int waitMin = in.count(Integer.MAX_VALUE);
        int waitMax = in.count(Integer.MAX_VALUE);
        int keys = in.count(Integer.MAX_VALUE);
        long seed = in.i64();
        int reads = in.u8();
        Conflicts conflicts = checked(() -> Conflicts.read(in));
        PartitionLoad spread = checked(() -> PartitionLoad.read(in));
        in.end();
        if (reads >= ReadKind.values().length)
            throw new MalformedFrameException(
                    "load: reads: expected 0.."
                            + (ReadKind.values().length - 1)
                            + ", got "
                            + reads);
        return checked(
                () ->
                        new LoadSpec(
                                clients,
                                rate,
                                writePercent,
                                payloadBytes,
                                waitMin,
                                waitMax,
                                keys,
                                seed,
                                ReadKind.values()[reads],
                                conflicts,
                                spread));
    }

    private static <T> T checked(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException("load: " + e.getMessage());
        }
    }

    /** Returns a copy of this specification with the given request rates. */
    public LoadSpec at(RateSchedule other) {
        return with(clients, other, seed, conflicts, spread);
    }

    /**
     * Number of clients that generator {@code index} of {@code parts} generators gets; the first generators get the
     * remainder.
     */
    public static int share(int clients, int index, int parts) {
        return clients / parts + (index < clients % parts ? 1 : 0);
    }

    /** Returns a copy of this specification with the given number of clients. */
    public LoadSpec withClients(int number) {
        return with(number, rate, seed, conflicts, spread);
    }

    /** Returns a copy of this specification whose writes use the given keys. */
    public LoadSpec withConflicts(Conflicts other) {
        return with(clients, rate, seed, other, spread);
    }

    /** Returns a copy of this specification whose requests are spread over partitions by the given rule. */
    public LoadSpec withSpread(PartitionLoad other) {
        return with(clients, rate, seed, conflicts, other);
    }

    /** The part of this load for one of {@code parts} generators; each generator gets at least one client. */
    public LoadSpec part(int index, int parts) {
        return with(
                Math.max(1, share(clients, index, parts)),
                rate.share(parts),
                seed * 31 + index,
                conflicts.part(index, parts),
                spread);
    }

    private LoadSpec with(
            int number,
            RateSchedule rates,
            long newSeed,
            Conflicts writes,
            PartitionLoad partitioned) {
        return new LoadSpec(
                number,
                rates,
                writePercent,
                payloadBytes,
                waitMinMillis,
                waitMaxMillis,
                keys,
                newSeed,
                reads,
                writes,
                partitioned);
    }

    private static void range(String name, int value, int min, int max) {
        if (value < min || value > max)
            throw new IllegalArgumentException(
                    name + ": expected " + min + ".." + max + ", got " + value);
    }
}
