package io.abcast.jgroups;

import org.jgroups.MessageFactory;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.stack.Protocol;

/**
 * The numbers under which JGroups knows our classes; part of the wire format, never reused. JGroups looks ids up by exact
 * class, and its maps are not synchronised, so all of them are registered here, once. Taken elsewhere: below 1024 by
 * JGroups; 2000-2007, 3000-3007 and 4000 by jgroups-raft.
 */
final class ProtocolIds {
    /** Protocol id of {@link ZAB}. */
    static final short ZAB = 1410;

    /** Under this id headers travel, whichever protocol of the family a member has in its stack. */
    static final short ZAB_FAMILY = ZAB;

    /** Magic number of {@link AbcastHeader}. */
    static final short HEADER = 1410;

    /** Protocol id of {@link OMAHA}. */
    static final short OMAHA = 1430;

    /** Magic number of {@link CompositeHeader}. */
    static final short COMPOSITE = 1430;

    /** Magic number of {@link TimesHeader}. */
    static final short TIMES = 1431;

    /** Protocol id of {@link COOPER}. */
    static final short COOPER = 1440;

    /** Magic number of {@link CooperHeader}. */
    static final short COOPER_HEADER = 1440;

    /** Of each its headers' as well: they do not understand each other. */
    static final short PAXOS = 1420;

    static final short FAST_PAXOS = 1421;
    static final short FBP = 1422;

    /** Type of {@link FrameMessage}. */
    static final short FRAME_MESSAGE = 1410;

    static {
        add(ZAB, io.abcast.jgroups.ZAB.class);
        add(1411, ZAB_AC.class);
        add(1412, ZAB_AA_LITE.class);
        add(1413, ZAB_CT_LITE.class);
        add(1414, ZAB_AA.class);
        add(1415, ZAB_CT.class);
        add(1416, ZAB_AUTO.class);
        add(OMAHA, io.abcast.jgroups.OMAHA.class);
        add(COOPER, io.abcast.jgroups.COOPER.class);
        add(PAXOS, io.abcast.jgroups.PAXOS.class);
        add(FAST_PAXOS, io.abcast.jgroups.FAST_PAXOS.class);
        add(FBP, io.abcast.jgroups.FBP.class);
        ClassConfigurator.add(HEADER, AbcastHeader.class);
        ClassConfigurator.add(COMPOSITE, CompositeHeader.class);
        ClassConfigurator.add(TIMES, TimesHeader.class);
        ClassConfigurator.add(COOPER_HEADER, CooperHeader.class);
        MessageFactory.register(FRAME_MESSAGE, FrameMessage::new);
    }

    private ProtocolIds() {}

    private static void add(int id, Class<? extends Protocol> type) {
        ClassConfigurator.addProtocol((short) id, type);
    }

    /** Registers everything on the first call. */
    static void register() {
        // The static initialiser has done it.
    }
}
