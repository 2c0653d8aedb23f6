package io.abcast.jgroups.cooper;

import io.abcast.bulk.BulkTransfer;
import java.util.Set;

/** The part of the element COOPER that casts of snapshots use. Safe from any thread. */
public interface CastGroup {
    /** {@code null}: not connected. */
    BulkTransfer transfer();

    /** Ids of the members that take casts. */
    Set<Integer> ids();
}
