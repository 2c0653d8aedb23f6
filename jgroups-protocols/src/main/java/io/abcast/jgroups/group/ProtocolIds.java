package io.abcast.jgroups.group;

/**
 * The protocol ids and header ids of abcast's classes in JGroups. The ids are part of the wire format and are never
 * reused. JGroups uses numbers below 1024; jgroups-raft uses 2000-2007, 3000-3007 and 4000.
 */
public final class ProtocolIds {
    /** Protocol id of {@code ZAB}. */
    public static final short ZAB = 1410;

    /** Id of the headers of all protocols of the Zab family. */
    public static final short ZAB_FAMILY = ZAB;

    /** Magic number of {@code AbcastHeader}. */
    public static final short HEADER = 1410;

    /** Protocol id of {@code OMAHA}. */
    public static final short OMAHA = 1430;

    /** Magic number of {@code CompositeHeader}. */
    public static final short COMPOSITE = 1430;

    /** Magic number of {@code TimesHeader}. */
    public static final short TIMES = 1431;

    /** Protocol id of {@code COOPER}. */
    public static final short COOPER = 1440;

    /** Magic number of {@code CooperHeader}. */
    public static final short COOPER_HEADER = 1440;

    /** Protocol id of {@code FOREST}. */
    public static final short FOREST = 1450;

    /** Magic number of {@code ForestHeader}. */
    public static final short FOREST_HEADER = 1450;

    /**
     * Protocol ids of the Paxos family. Each protocol also uses its id for its headers, because these protocols do not
     * interoperate.
     */
    public static final short PAXOS = 1420;

    public static final short FAST_PAXOS = 1421;
    public static final short FBP = 1422;

    /** Protocol id of {@code EPAXOS}, and id of its headers. */
    public static final short EPAXOS = 1423;

    /** Protocol id of {@code CAMU}, and id of its headers. */
    public static final short CAMU = 1424;

    /** JGroups message type of {@code FrameMessage}. */
    public static final short FRAME_MESSAGE = 1410;

    /** The lowest protocol id that is free for protocols outside of JGroups. */
    private static final int LOWEST = 1024;

    private ProtocolIds() {}

    /**
     * Refuses a protocol id that is reserved for JGroups. A stack file with {@code id="2"} usually means server 2. As
     * protocol ids, such values would differ between members, and the members would not understand each other.
     *
     * @throws IllegalArgumentException if the attribute {@code id} of an element is below 1024
     */
    public static void check(String element, int id) {
        if (id < LOWEST)
            throw new IllegalArgumentException(
                    "%s.id: expected a protocol id of %d or more, got %d; the id of the server is the attribute server_id"
                            .formatted(element, LOWEST, id));
    }
}
