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
 * The accounts of a partition, each with a balance and the list of the transfers that changed it. No rule of the bank
 * aborts a transfer, so a balance may be negative.
 */
final class BankWork implements PartitionWork {
    static final class Account {
        long balance;
        final List<Long> transfers = new ArrayList<>();
    }

    final Map<Integer, Account> accounts = new TreeMap<>();

    static byte[] add(int account, long amount, long transfer) {
        return new WireWriter(24).u8(0).i32(account).i64(amount).i64(transfer).toByteArray();
    }

    static byte[] read(int account) {
        return new WireWriter(8).u8(1).i32(account).toByteArray();
    }

    static List<Long> transfers(byte[] result) {
        return new WireReader(result).list(1 << 20, WireReader::i64);
    }

    static List<List<Long>> lists(byte[] result) {
        return new WireReader(result).list(64, in -> transfers(in.bytes()));
    }

    @Override
    public Piece piece(CommitId id, byte[] bytes, int offset) {
        WireReader in = new WireReader(bytes, offset, bytes.length - offset);
        boolean isRead = in.u8() == 1;
        int account = in.i32();
        return isRead
                ? new AccountPiece(account, true, 0, 0)
                : new AccountPiece(account, false, in.i64(), in.i64());
    }

    private final class AccountPiece implements Piece {
        private final int account;
        private final boolean isRead;
        private final long amount;
        private final long transfer;

        AccountPiece(int account, boolean isRead, long amount, long transfer) {
            this.account = account;
            this.isRead = isRead;
            this.amount = amount;
            this.transfer = transfer;
        }

        @Override
        public void lock(LockQueues.Request locks) {
            locks.lock(account, !isRead);
        }

        @Override
        public byte[] read() {
            return list(account);
        }

        @Override
        public byte[] execute(List<byte[]> values) {
            if (!isRead) change(account, amount, transfer);
            WireWriter out = new WireWriter(64);
            if (values.isEmpty()) return list(account);
            return out.list(values, (value, to) -> to.bytes(value)).toByteArray();
        }
    }

    private synchronized void change(int account, long amount, long transfer) {
        Account changed = accounts.computeIfAbsent(account, key -> new Account());
        changed.balance += amount;
        changed.transfers.add(transfer);
    }

    private synchronized byte[] list(int account) {
        Account found = accounts.getOrDefault(account, new Account());
        return new WireWriter(64).list(found.transfers, (each, out) -> out.i64(each)).toByteArray();
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
