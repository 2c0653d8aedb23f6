package io.abcast.jgroups.cooper;

import io.abcast.bulk.BulkTransfer;
import java.util.Set;

/** The part of the element COOPER that snapshot casts use. Safe from any thread. */
public interface CastGroup {
    /** The transfer; {@code null} while the channel is not connected. */
    BulkTransfer transfer();

    /** The server ids of the members that take part in casts. */
    Set<Integer> ids();
}
