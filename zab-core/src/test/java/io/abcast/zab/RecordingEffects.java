package io.abcast.zab;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Records each effect of a node as a line of text, so that a test can compare the recorded lines with expected lines.
 */
final class RecordingEffects implements Effects {
    final List<String> lines = new ArrayList<>();
    final List<Message> sent = new ArrayList<>();
    final List<String> reports = new ArrayList<>();

    List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    @Override
    public void send(int to, Message message) {
        sent.add(message);
        lines.add("send " + to + " " + message);
    }

    @Override
    public void append(Entry entry) {
        lines.add("append " + Zxid.toString(entry.zxid()));
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        throw new UnsupportedOperationException("Zab does not vote in its log");
    }

    @Override
    public void truncate(long lastZxid) {
        lines.add("truncate " + Zxid.toString(lastZxid));
    }

    @Override
    public void readLog(long afterZxid, int bytesMax) {
        lines.add("readLog " + Zxid.toString(afterZxid));
    }

    @Override
    public void purgeLog(long throughZxid) {
        lines.add("purgeLog " + Zxid.toString(throughZxid));
    }

    @Override
    public void persist(byte[] state) {
        lines.add("persist " + EpochState.decode(state));
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        lines.add("deliver " + Zxid.toString(entry.zxid()) + (mine ? " mine" : ""));
    }

    @Override
    public void reconfigured(long request, boolean mine, Membership now) {
        lines.add("reconfigured " + now + (mine ? " mine" : ""));
    }

    @Override
    public void refuse(long request, Refusal why) {
        lines.add("refuse " + request + " " + why);
    }

    @Override
    public void readReady(long read) {
        lines.add("readReady " + read);
    }

    @Override
    public void keepSnapshot(SnapshotId snapshot) {
        lines.add("keepSnapshot " + Zxid.toString(snapshot.zxid()));
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        lines.add("takeSnapshot " + Zxid.toString(zxid));
    }

    @Override
    public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
        lines.add("readSnapshot " + snapshot + " " + offset);
    }

    @Override
    public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
        lines.add("writeSnapshot " + snapshot + " " + offset + "+" + bytes.length);
    }

    @Override
    public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
        lines.add("installSnapshot " + snapshot);
    }

    @Override
    public void setTimer(int kind, long delayNanos) {}

    @Override
    public void cancelTimer(int kind) {}

    @Override
    public void report(String line) {
        reports.add(line);
    }

    @Override
    public void halt(String reason) {
        lines.add("halt " + reason);
    }
}
