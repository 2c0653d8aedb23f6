package io.abcast.workloads.process;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.partitions.StoreOutcome;
import io.abcast.workloads.StoreWorkload.Call;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * @param startMicros time of the call since the beginning of the load, in us
 * @param tookMicros time from the call to its end, in us
 * @param outcome outcome of the transaction; {@code null} if the call has failed
 * @param failure description of the failure; empty if the call has an outcome
 */
record CallRecord(
        Call call, long startMicros, long tookMicros, StoreOutcome outcome, String failure) {
    private static final int BYTES_MAX = 1 << 20;

    boolean isMulti() {
        return outcome != null && outcome.partitions().size() > 1;
    }

    static void write(List<CallRecord> records, Path file) throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (CallRecord record : records) record.write(out);
        }
    }

    private void write(DataOutputStream out) throws IOException {
        out.writeUTF(call.procedure());
        bytes(call.arguments(), out);
        out.writeLong(startMicros);
        out.writeLong(tookMicros);
        out.writeBoolean(outcome != null);
        if (outcome == null) {
            out.writeUTF(failure);
            return;
        }
        out.writeLong(outcome.timestamp().clock());
        out.writeLong(outcome.timestamp().session());
        out.writeLong(outcome.timestamp().number());
        out.writeByte(outcome.status().ordinal());
        out.writeUTF(outcome.reason());
        out.writeShort(outcome.partitions().size());
        for (int i = 0; i < outcome.partitions().size(); i++) {
            out.writeUTF(outcome.partitions().get(i));
            bytes(outcome.results().get(i), out);
        }
    }

    private static void bytes(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static List<CallRecord> read(Path file) throws IOException {
        List<CallRecord> records = new ArrayList<>();
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (CallRecord record; (record = read(in)) != null; ) records.add(record);
        }
        return records;
    }

    private static CallRecord read(DataInputStream in) throws IOException {
        String procedure;
        try {
            procedure = in.readUTF();
        } catch (EOFException e) {
            return null;
        }
        Call call = new Call(procedure, bytes(in));
        long start = in.readLong();
        long took = in.readLong();
        if (!in.readBoolean()) return new CallRecord(call, start, took, null, in.readUTF());
        GroupTimestamp at = new GroupTimestamp(in.readLong(), in.readLong(), in.readLong());
        StoreOutcome.Status status = StoreOutcome.Status.values()[in.readByte()];
        String reason = in.readUTF();
        List<String> partitions = new ArrayList<>();
        List<byte[]> results = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            partitions.add(in.readUTF());
            results.add(bytes(in));
        }
        StoreOutcome outcome = new StoreOutcome(at, status, reason, partitions, results);
        return new CallRecord(call, start, took, outcome, "");
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > BYTES_MAX)
            throw new IOException(
                    "records: expected a length of 0.." + BYTES_MAX + ", got " + length);
        return in.readNBytes(length);
    }
}
