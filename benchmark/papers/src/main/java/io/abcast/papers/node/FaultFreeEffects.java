package io.abcast.papers.node;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;

/**
 * Default implementations of a node's effects in runs without faults. An effect that only a fault makes necessary ends
 * the run with an error.
 */
public interface FaultFreeEffects extends Effects {
    /** Name of the driver of a node in error messages, such as "site 2". */
    String driverName();

    /** Creates the error for an effect that a node should not request in a run without faults. */
    default IllegalStateException broken(String what) {
        return new IllegalStateException(
                driverName() + " " + what + ", expected a run without faults");
    }

    @Override
    default void purgeLog(long throughZxid) {}

    @Override
    default void keepSnapshot(SnapshotId snapshot) {}

    @Override
    default void report(String line) {}

    @Override
    default void reconfigured(long request, boolean mine, Membership now) {}

    @Override
    default void halt(String reason) {
        throw broken("halted: " + reason);
    }

    @Override
    default void truncate(long lastZxid) {
        throw broken("truncated its log to " + Zxid.toString(lastZxid));
    }

    @Override
    default void readLog(long afterZxid, int bytesMax) {
        throw broken("read its log");
    }

    @Override
    default void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
        throw broken("read a snapshot");
    }

    @Override
    default void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
        throw broken("wrote a snapshot");
    }

    @Override
    default void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
        throw broken("installed a snapshot");
    }
}
