package io.abcast.jgroups.forest;

import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.GMS.GmsHeader;

/** Recognises the join and merge messages of GMS, by which members form one JGroups group. */
public final class GroupEntry {
    private static final short GMS_ID = ClassConfigurator.getProtocolId(GMS.class);

    private GroupEntry() {}

    /** Returns the protocol id of JGroups' protocol GMS. */
    public static short gms() {
        return GMS_ID;
    }

    /** Returns the GMS header of a join or merge message; {@code null} for any other message. */
    public static GmsHeader of(Message message) {
        if (!(message.getHeader(GMS_ID) instanceof GmsHeader header)) return null;
        return switch (header.getType()) {
            case GmsHeader.JOIN_REQ,
                    GmsHeader.JOIN_REQ_WITH_STATE_TRANSFER,
                    GmsHeader.JOIN_RSP,
                    GmsHeader.MERGE_REQ,
                    GmsHeader.MERGE_RSP ->
                    header;
            default -> null;
        };
    }

    public static boolean isJoinRequest(GmsHeader header) {
        return header.getType() == GmsHeader.JOIN_REQ
                || header.getType() == GmsHeader.JOIN_REQ_WITH_STATE_TRANSFER;
    }
}
