package io.abcast.jgroups.cooper;

import io.abcast.bulk.BulkTransfer;
import java.util.Set;

/**
 * The methods of {@code COOPER} that serve to transfer snapshots to several members (casts). Any thread may call the
 * methods of {@code CastGroup}.
 */
public interface CastGroup {
    /** Returns the object that sends and receives files; {@code null} while the channel is not connected. */
    BulkTransfer transfer();

    /** Returns the server ids of the members that take part in casts of snapshots. */
    Set<Integer> ids();
}
