package io.abcast.jgroups;

import io.abcast.jgroups.cooper.CooperHeader;
import io.abcast.jgroups.forest.ForestHeader;
import io.abcast.jgroups.group.AbcastHeader;
import io.abcast.jgroups.group.FrameMessage;
import io.abcast.jgroups.group.ProtocolIds;
import io.abcast.jgroups.omaha.CompositeHeader;
import io.abcast.jgroups.omaha.TimesHeader;
import org.jgroups.MessageFactory;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.stack.Protocol;

/**
 * Registers the protocol ids and header ids of all abcast classes in JGroups. JGroups looks ids up by exact class, and
 * its maps of ids are not synchronised, so all classes are registered once, at the same time.
 */
final class Registration {
    static {
        add(ProtocolIds.ZAB, ZAB.class);
        add(1411, ZAB_AC.class);
        add(1412, ZAB_AA_LITE.class);
        add(1413, ZAB_CT_LITE.class);
        add(1414, ZAB_AA.class);
        add(1415, ZAB_CT.class);
        add(1416, ZAB_AUTO.class);
        add(ProtocolIds.OMAHA, OMAHA.class);
        add(ProtocolIds.COOPER, COOPER.class);
        add(ProtocolIds.FOREST, FOREST.class);
        add(ProtocolIds.PAXOS, PAXOS.class);
        add(ProtocolIds.FAST_PAXOS, FAST_PAXOS.class);
        add(ProtocolIds.FBP, FBP.class);
        add(ProtocolIds.EPAXOS, EPAXOS.class);
        add(ProtocolIds.CAMU, CAMU.class);
        ClassConfigurator.add(ProtocolIds.HEADER, AbcastHeader.class);
        ClassConfigurator.add(ProtocolIds.COMPOSITE, CompositeHeader.class);
        ClassConfigurator.add(ProtocolIds.TIMES, TimesHeader.class);
        ClassConfigurator.add(ProtocolIds.COOPER_HEADER, CooperHeader.class);
        ClassConfigurator.add(ProtocolIds.FOREST_HEADER, ForestHeader.class);
        MessageFactory.register(ProtocolIds.FRAME_MESSAGE, FrameMessage::new);
    }

    private Registration() {}

    private static void add(int id, Class<? extends Protocol> type) {
        ClassConfigurator.addProtocol((short) id, type);
    }

    static void once() {
        // The static initialiser of {@code Registration} has already registered all abcast classes.
    }
}
