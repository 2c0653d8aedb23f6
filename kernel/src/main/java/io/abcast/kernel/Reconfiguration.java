package io.abcast.kernel;

import io.abcast.kernel.MembershipChange.Kind;

/**
 * The payload of an {@link Entry} of kind {@link Entry.Kind#MEMBERSHIP}: a change of one member, with the whole
 * membership before and after the change. Immutable.
 *
 * @param change the change of one member that leads from {@code before} to {@code now}
 * @param before the membership of the ensemble before the change.
 * @param now the membership of the ensemble after the change, which is valid from the next epoch on
 */
public record Reconfiguration(MembershipChange change, Membership before, Membership now) {
    private static final Kind[] KINDS = Kind.values();

    /**
     * Creates the entry payload for {@code change}, applied to the membership {@code before}.
     *
     * @throws IllegalArgumentException if {@code change} does not fit {@code before}, see {@link Membership#after}
     */
    public static Reconfiguration of(Membership before, MembershipChange change) {
        return new Reconfiguration(change, before, before.after(change));
    }

    public byte[] encode() {
        WireWriter out = new WireWriter(64);
        writeChange(change, out);
        write(before, out);
        write(now, out);
        return out.toByteArray();
    }

    /**
     * Decodes the payload of an entry that changes the membership.
     *
     * @throws MalformedFrameException if the bytes are not an output of {@link #encode}
     */
    public static Reconfiguration decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        MembershipChange change = readChange(in);
        Membership before = read(in);
        Membership now = read(in);
        in.end();
        return new Reconfiguration(change, before, now);
    }

    /**
     * Writes {@code members}: the numbers of voters and observers, then the ids of the voters and the ids of the
     * observers.
     */
    public static void write(Membership members, WireWriter out) {
        out.varint(members.voters()).varint(members.size() - members.voters());
        for (int id : members.voterIds()) out.varint(id);
        for (int id : members.observerIds()) out.varint(id);
    }

    /**
     * Reads a membership that {@link #write} has written.
     *
     * @throws MalformedFrameException if the bytes are not an output of {@link #write}
     */
    public static Membership read(WireReader in) {
        int[] voters = new int[in.count(Membership.SIZE_MAX)];
        int[] observers = new int[in.count(Membership.SIZE_MAX)];
        for (int i = 0; i < voters.length; i++) voters[i] = in.count(Membership.ID_MAX);
        for (int i = 0; i < observers.length; i++) observers[i] = in.count(Membership.ID_MAX);
        try {
            return Membership.of(voters, observers);
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException(e.getMessage());
        }
    }

    public static void writeChange(MembershipChange change, WireWriter out) {
        out.u8(change.kind().ordinal()).varint(change.id());
    }

    /**
     * Reads a membership change that {@link #writeChange} has written.
     *
     * @throws MalformedFrameException if the bytes are not an output of {@link #writeChange}
     */
    public static MembershipChange readChange(WireReader in) {
        int kind = in.u8();
        if (kind >= KINDS.length)
            throw new MalformedFrameException(
                    "membership change: expected kind 0.." + (KINDS.length - 1) + ", got " + kind);
        return new MembershipChange(KINDS[kind], in.count(Membership.ID_MAX));
    }
}
