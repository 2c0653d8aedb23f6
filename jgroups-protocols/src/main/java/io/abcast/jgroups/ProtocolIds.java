package io.abcast.jgroups;

import org.jgroups.conf.ClassConfigurator;

/**
 * The numbers under which JGroups knows our classes; part of the wire format, never reused. JGroups looks ids up by exact
 * class, and its maps are not synchronised, so all of them are registered here, once. Taken elsewhere: below 1024 by
 * JGroups; 2000-2007, 3000-3007 and 4000 by jgroups-raft.
 */
final class ProtocolIds {
    /** Protocol id of {@link ZAB}. */
    static final short ZAB = 1410;

    /** Magic number of {@link AbcastHeader}. */
    static final short HEADER = 1410;

    static {
        ClassConfigurator.addProtocol(ZAB, io.abcast.jgroups.ZAB.class);
        ClassConfigurator.add(HEADER, AbcastHeader.class);
    }

    private ProtocolIds() {}

    /** Registers everything on the first call. */
    static void register() {
        // The static initialiser has done it.
    }
}
