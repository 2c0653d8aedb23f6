package io.abcast.jgroups.group;

/**
 * The numbers by which JGroups knows abcast's protocols, headers and messages. The protocol ids and header ids are part
 * of the wire format and are never reused. JGroups uses ids below 1024. The project jgroups-raft uses the ids
 * 2000-2007, 3000-3007 and 4000.
 */
public final class ProtocolIds {
    /** Protocol id of the JGroups protocol {@code ZAB}. */
    public static final short ZAB = 1410;

    /** Protocol id of the headers of all protocols of the Zab family. */
    public static final short ZAB_FAMILY = ZAB;

    /** JGroups magic number of the class {@code AbcastHeader}. */
    public static final short HEADER = 1410;

    /** Protocol id of {@code OMAHA}, the protocol that aggregates messages. */
    public static final short OMAHA = 1430;

    /** JGroups magic number of {@code CompositeHeader}, the header of {@code OMAHA}'s aggregated messages. */
    public static final short COMPOSITE = 1430;

    /** JGroups magic number of {@code TimesHeader}, the header of {@code OMAHA}'s latency reports. */
    public static final short TIMES = 1431;

    /** Protocol id of {@code COOPER}, the protocol that transfers files. */
    public static final short COOPER = 1440;

    /** JGroups magic number of {@code CooperHeader}, the header of {@code COOPER}'s messages. */
    public static final short COOPER_HEADER = 1440;

    /** Protocol id of {@code FOREST}, the protocol that multicasts over trees of members. */
    public static final short FOREST = 1450;

    /** JGroups magic number of {@code ForestHeader}, the header of {@code FOREST}'s messages. */
    public static final short FOREST_HEADER = 1450;

    /** Protocol ids of the Paxos family: {@code PAXOS}, {@code FAST_PAXOS} and {@code FBP}. */
    public static final short PAXOS = 1420;

    public static final short FAST_PAXOS = 1421;
    public static final short FBP = 1422;

    /** Protocol id of {@code EPAXOS}, and id of its headers. */
    public static final short EPAXOS = 1423;

    /** Protocol id of {@code CAMU}, the protocol for atomic multicast to partitions, and id of its headers. */
    public static final short CAMU = 1424;

    /** JGroups message type of {@code FrameMessage}, a message whose payload is in several arrays. */
    public static final short FRAME_MESSAGE = 1410;

    private static final int LOWEST = 1024;

    private ProtocolIds() {}

    /**
     * Refuses a protocol id below 1024, which is reserved for JGroups. A stack file with {@code id="2"} usually means
     * the server id 2.
     *
     * @throws IllegalArgumentException if the attribute {@code id} of a protocol in the stack is below 1024
     */
    public static void check(String element, int id) {
        if (id < LOWEST)
            throw new IllegalArgumentException(
                    "%s.id: expected a protocol id of %d or more, got %d; the id of the server is the attribute server_id"
                            .formatted(element, LOWEST, id));
    }
}
