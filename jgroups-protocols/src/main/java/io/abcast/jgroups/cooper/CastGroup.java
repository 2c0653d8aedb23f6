package io.abcast.jgroups.cooper;

import io.abcast.bulk.BulkTransfer;
import java.util.Set;

/** What casts of snapshots need of the element COOPER. From any thread. */
public interface CastGroup {
    /** {@code null}: not connected. */
    BulkTransfer transfer();

    /** Ids of the members that take casts. */
    Set<Integer> ids();
}
