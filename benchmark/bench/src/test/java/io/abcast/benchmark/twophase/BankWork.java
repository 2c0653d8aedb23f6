package io.abcast.benchmark.twophase;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.log.Storage;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The accounts of a partition. Each account has a balance and the list of its transfers. The work changes the balance of
 * one account, or reads accounts. A transfer is aborted by no rule, so that a balance may be negative. Another thread may
 * ask for the text of the state.
 */
final class BankWork implements PartitionWork {
    /** An account: its balance, and the numbers of its transfers in their order. */
    static final class Account {
        long balance;
        final List<Long> transfers = new ArrayList<>();
    }

    final Map<Integer, Account> accounts = new TreeMap<>();

    /** Adds an amount to an account. */
    static byte[] add(int account, long amount, long transfer) {
        return new WireWriter(24).u8(0).i32(account).i64(amount).i64(transfer).toByteArray();
    }

    /** Reads an account: the number of its transfers, and the transfers. */
    static byte[] read(int account) {
        return new WireWriter(8).u8(1).i32(account).toByteArray();
    }

    static List<Long> transfers(byte[] result) {
        return new WireReader(result).list(1 << 20, WireReader::i64);
    }

    /** The lists of the participants, in the result of a transaction of several partitions. */
    static List<List<Long>> lists(byte[] result) {
        return new WireReader(result).list(64, in -> transfers(in.bytes()));
    }

    private static WireReader reader(byte[] bytes, int offset) {
        return new WireReader(bytes, offset, bytes.length - offset);
    }

    @Override
    public void lock(byte[] bytes, int offset, LockQueues.Request locks) {
        WireReader in = reader(bytes, offset);
        boolean isRead = in.u8() == 1;
        locks.lock(in.i32(), !isRead);
    }

    @Override
    public synchronized byte[] read(byte[] bytes, int offset) {
        WireReader in = reader(bytes, offset);
        in.u8();
        return list(in.i32());
    }

    private byte[] list(int account) {
        Account found = accounts.getOrDefault(account, new Account());
        return new WireWriter(64).list(found.transfers, (each, out) -> out.i64(each)).toByteArray();
    }

    @Override
    public synchronized byte[] execute(byte[] bytes, int offset, List<byte[]> values) {
        WireReader in = reader(bytes, offset);
        boolean isRead = in.u8() == 1;
        int account = in.i32();
        if (!isRead) {
            Account changed = accounts.computeIfAbsent(account, key -> new Account());
            changed.balance += in.i64();
            changed.transfers.add(in.i64());
        }
        // The values of a transaction of several partitions, one list for each participant.
        WireWriter out = new WireWriter(64);
        if (values.isEmpty()) return list(account);
        return out.list(values, (value, to) -> to.bytes(value)).toByteArray();
    }

    @Override
    public synchronized Storage.SnapshotWriter snapshot() {
        WireWriter out = new WireWriter(1024);
        out.list(
                accounts.entrySet(),
                (entry, to) -> {
                    to.i32(entry.getKey()).i64(entry.getValue().balance);
                    to.list(entry.getValue().transfers, (each, list) -> list.i64(each));
                });
        byte[] frozen = out.toByteArray();
        return raw -> {
            DataOutputStream data = new DataOutputStream(raw);
            data.writeInt(frozen.length);
            data.write(frozen);
            data.flush();
        };
    }

    @Override
    public synchronized void restore(InputStream content) throws IOException {
        accounts.clear();
        if (content == null) return;
        DataInputStream data = new DataInputStream(content);
        WireReader in = new WireReader(data.readNBytes(data.readInt()));
        for (int left = in.count(1 << 20); left > 0; left--) {
            int number = in.i32();
            Account account = new Account();
            account.balance = in.i64();
            account.transfers.addAll(in.list(1 << 20, WireReader::i64));
            accounts.put(number, account);
        }
    }

    /** The text of the state, for comparisons. */
    @Override
    public synchronized String toString() {
        StringBuilder text = new StringBuilder();
        accounts.forEach(
                (number, account) ->
                        text.append(number)
                                .append(' ')
                                .append(account.balance)
                                .append(' ')
                                .append(account.transfers)
                                .append('\n'));
        return text.toString();
    }
}
