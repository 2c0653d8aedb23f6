package io.abcast.jgroups.forest;

import io.abcast.dissemination.forest.node.ForestCodec;
import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.Held;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.dissemination.forest.node.ForestMessage.RelayFull;
import io.abcast.dissemination.forest.node.ForestMessage.Report;
import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Encodes and decodes the messages that the {@code FOREST} nodes (state machines) of two members send to each other. An
 * encoded message begins with the addresses of the members whose numbers it contains, because each member has its own
 * numbers. The receiver replaces the sender's numbers by its own numbers, see {@link ForestRoster}.
 */
final class ForestWire {
    private static final int SIZE = ForestSettings.ID_MAX + 1;
    private static final int VERSION = new ForestCodec().versionMax();

    private final ForestRoster roster;
    private final ForestCodec codec = new ForestCodec();

    ForestWire(ForestRoster roster) {
        this.roster = roster;
    }

    WireWriter encode(ForestMessage message) {
        long named = 0;
        for (long rest = mentioned(message); rest != 0; rest &= rest - 1) {
            int number = Long.numberOfTrailingZeros(rest);
            if (number < SIZE && roster.name(number) != null) named |= 1L << number;
        }
        int count = Long.bitCount(named);
        WireWriter out = new WireWriter(message.wireBytes() + 32 * count).varint(count);
        for (long rest = named; rest != 0; rest &= rest - 1) {
            int number = Long.numberOfTrailingZeros(rest);
            out.varint(number).bytes(roster.name(number));
        }
        codec.encode(withIncarnation(message, ForestRoster.INCARNATION), VERSION, out);
        return out;
    }

    /** Returns the numbers of the members that occur in a message, as a set of bits: bit i stands for number i. */
    private static long mentioned(ForestMessage message) {
        if (message instanceof Frame frame) return 1L << frame.source();
        if (message instanceof RelayFull full) return full.missed();
        if (message instanceof Report report)
            return report.waiting() | report.used() | report.peers();
        long all = 0;
        if (message instanceof PlanMessage plan)
            for (int member : plan.members()) all |= 1L << member;
        return all;
    }

    /**
     * On the wire all messages have one constant incarnation, because the generations in a roster have a meaning at one
     * member only.
     */
    private static ForestMessage withIncarnation(ForestMessage message, long incarnation) {
        if (message instanceof Frame m) return frame(m, m.source(), incarnation);
        if (message instanceof Held m) return new Held(incarnation, m.upTo(), m.ranges());
        if (message instanceof RelayFull m)
            return new RelayFull(incarnation, m.sequence(), m.missed());
        return message;
    }

    private static Frame frame(Frame m, int source, long incarnation) {
        return new Frame(
                source,
                incarnation,
                m.sequence(),
                m.floor(),
                m.relay(),
                m.payload(),
                m.length(),
                m.index(),
                m.piece(),
                m.bytes());
    }

    ForestMessage decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int[] own = new int[SIZE];
        Arrays.fill(own, -1);
        int count = in.count(SIZE);
        for (int i = 0; i < count; i++) {
            int number = in.count(ForestSettings.ID_MAX);
            own[number] = roster.number(in.raw(in.count(ForestRoster.NAME_BYTES_MAX)));
        }
        ForestMessage message = codec.decode(in);
        if (message instanceof Frame m) {
            int source = own[m.source()];
            return source < 0 ? null : frame(m, source, incarnation(source));
        }
        if (message instanceof RelayFull m)
            return new RelayFull(m.incarnation(), m.sequence(), bits(m.missed(), own));
        if (message instanceof PlanMessage m) return plan(m, own);
        return message instanceof Report m ? report(m, own) : message;
    }

    private long incarnation(int source) {
        return source == ForestRoster.SELF ? ForestRoster.INCARNATION : roster.generation(source);
    }

    private static long bits(long theirs, int[] own) {
        long result = 0;
        for (int number = 0; number < SIZE; number++)
            if (((theirs >>> number) & 1) != 0 && own[number] >= 0) result |= 1L << own[number];
        return result;
    }

    private static PlanMessage plan(PlanMessage m, int[] own) {
        int n = m.members().length;
        Integer[] order = new Integer[n];
        for (int i = 0; i < n; i++) {
            if (own[m.members()[i]] < 0) return null;
            order[i] = i;
        }
        Arrays.sort(order, Comparator.comparingInt(i -> own[m.members()[i]]));
        int[] members = new int[n];
        double[] rates = new double[n];
        double[][] r = new double[n][n];
        for (int i = 0; i < n; i++) {
            members[i] = own[m.members()[order[i]]];
            rates[i] = m.rates()[order[i]];
            for (int j = 0; j < n; j++) r[i][j] = m.r()[order[i]][order[j]];
        }
        return new PlanMessage(m.epoch(), m.number(), members, rates, r);
    }

    private static Report report(Report m, int[] own) {
        long[] byNumber = new long[SIZE];
        int next = 0;
        for (long rest = m.peers(); rest != 0; rest &= rest - 1) {
            int number = Long.numberOfTrailingZeros(rest);
            if (number < SIZE && own[number] >= 0) byNumber[own[number]] = m.roundTrips()[next];
            next++;
        }
        long peers = bits(m.peers(), own);
        long[] roundTrips = new long[Long.bitCount(peers)];
        next = 0;
        for (long rest = peers; rest != 0; rest &= rest - 1)
            roundTrips[next++] = byNumber[Long.numberOfTrailingZeros(rest)];
        return new Report(
                m.load(),
                m.isHeldBack(),
                m.out(),
                m.isOutFull(),
                m.in(),
                bits(m.waiting(), own),
                bits(m.used(), own),
                m.uplinkMax(),
                m.downlinkMax(),
                peers,
                roundTrips);
    }
}
