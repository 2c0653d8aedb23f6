package io.abcast.jgroups.cooper;

import io.abcast.bulk.BulkTransfer;
import java.util.Set;

/** The part of the element COOPER that snapshot casts use. Any thread may call the methods. */
public interface CastGroup {
    /** The transfer by which files are sent and received; {@code null} while the channel is not connected. */
    BulkTransfer transfer();

    /** The server ids of the members that take part in casts. */
    Set<Integer> ids();
}
