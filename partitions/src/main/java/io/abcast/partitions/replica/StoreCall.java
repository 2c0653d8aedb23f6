package io.abcast.partitions.replica;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.partitions.AbortException;
import io.abcast.partitions.StoreOutcome.Status;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A call of a procedure of the store, which is the payload of a transaction.
 *
 * @param procedure name of the called procedure
 */
public record StoreCall(String procedure, byte[] arguments) {
    private static final int NAME_BYTES_MAX = 256;

    /** The answer of one partition to a call of a procedure, with the status of the transaction. */
    public record Answer(Status status, String reason, byte[] result) {
        private static final byte[] NOTHING = {};

        static byte[] encode(TransactionTask task) {
            boolean committed = task.status() == Status.COMMITTED;
            byte[] rest =
                    committed ? task.answer() : task.reason().getBytes(StandardCharsets.UTF_8);
            byte[] bytes = new byte[1 + rest.length];
            bytes[0] = (byte) task.status().ordinal();
            System.arraycopy(rest, 0, bytes, 1, rest.length);
            return bytes;
        }

        /**
         * Decodes an answer of a partition.
         *
         * @throws MalformedFrameException if the bytes are not an encoded answer
         */
        public static Answer decode(byte[] bytes) {
            Status[] all = Status.values();
            if (bytes.length == 0 || bytes[0] < 0 || bytes[0] >= all.length)
                throw new MalformedFrameException(
                        "answer: expected a status, got " + bytes.length + " bytes");
            byte[] rest = Arrays.copyOfRange(bytes, 1, bytes.length);
            Status status = all[bytes[0]];
            return status == Status.COMMITTED
                    ? new Answer(status, "", rest)
                    : new Answer(status, new String(rest, StandardCharsets.UTF_8), NOTHING);
        }
    }

    public byte[] encode() {
        byte[] name = procedure.getBytes(StandardCharsets.UTF_8);
        if (name.length > NAME_BYTES_MAX)
            throw new IllegalArgumentException(
                    "procedure: expected a name of at most %d bytes, got %s"
                            .formatted(NAME_BYTES_MAX, procedure));
        return new WireWriter(name.length + arguments.length + 2)
                .bytes(name)
                .raw(arguments)
                .toByteArray();
    }

    static StoreCall decode(byte[] payload) {
        try {
            WireReader in = new WireReader(payload);
            byte[] name = in.raw(in.count(NAME_BYTES_MAX));
            return new StoreCall(new String(name, StandardCharsets.UTF_8), in.raw(in.remaining()));
        } catch (MalformedFrameException e) {
            throw new AbortException("payload: expected a call: " + e.getMessage(), false);
        }
    }
}
