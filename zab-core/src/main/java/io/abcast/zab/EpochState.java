package io.abcast.zab;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;

/**
 * The durable state of a member besides its log and snapshots: its promise, its current epoch, and whether it may vote.
 *
 * @param acceptedEpoch highest epoch that the member has promised to a leader in an ACK-E ("f.p" of Junqueira, Reed and
 *     Serafini 2011).
 * @param currentEpoch the epoch that the member entered last, whose initial history it has taken over ("f.a" of
 *     Junqueira, Reed and Serafini 2011).
 * @param leader server id of the leader of {@code currentEpoch}; 0 if the member has entered no epoch.
 * @param rule the rule by which followers in {@code currentEpoch} deliver entries; discovery of the next epoch depends
 *     on this rule.
 * @param voter whether the member counts in quorums; false after a start with an empty storage, until an established
 *     leader has synchronised the member.
 * @param configuration zxid of the last change of the ensemble that was known to be committed when the member entered
 *     the current epoch.
 */
record EpochState(
        int acceptedEpoch,
        int currentEpoch,
        int leader,
        DeliveryRule rule,
        boolean voter,
        long configuration) {
    private static final int FORMAT = 3;

    /** Number of the format that the first release writes, without {@code configuration}. */
    private static final int FORMAT_2 = 2;

    private static final DeliveryRule[] RULES = DeliveryRule.values();

    EpochState {
        if (acceptedEpoch < currentEpoch || currentEpoch < 0)
            throw new IllegalArgumentException(
                    "epochs: expected 0 <= current <= accepted, got "
                            + currentEpoch
                            + ", "
                            + acceptedEpoch);
    }

    static EpochState initial(boolean voter) {
        return new EpochState(0, 0, 0, DeliveryRule.ON_COMMIT, voter, Zxid.NONE);
    }

    EpochState accept(int epoch) {
        return new EpochState(epoch, currentEpoch, leader, rule, voter, configuration);
    }

    EpochState enter(int epoch, int newLeader, DeliveryRule newRule, long newConfiguration) {
        int accepted = Math.max(acceptedEpoch, epoch);
        return new EpochState(accepted, epoch, newLeader, newRule, true, newConfiguration);
    }

    /**
     * Returns a copy of this state with {@code voter} false, because the history may lack entries that the member
     * acknowledged.
     */
    EpochState distrusted() {
        return new EpochState(acceptedEpoch, currentEpoch, leader, rule, false, configuration);
    }

    /**
     * Encodes this epoch state, in the format of the first release if the ensemble has never changed, so that a
     * downgrade remains possible.
     */
    byte[] encode() {
        boolean unchanged = configuration == Zxid.NONE;
        WireWriter out = new WireWriter(32).u8(unchanged ? FORMAT_2 : FORMAT);
        out.varint(acceptedEpoch).varint(currentEpoch).varint(leader);
        out.u8(rule.ordinal()).u8(voter ? 1 : 0);
        if (!unchanged) out.i64(configuration);
        return out.toByteArray();
    }

    static EpochState decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int format = in.u8();
        if (format != FORMAT && format != FORMAT_2)
            throw new MalformedFrameException("epoch state: expected format 2 or 3, got " + format);
        int accepted = in.count(Integer.MAX_VALUE);
        int current = in.count(Integer.MAX_VALUE);
        int leader = in.count(Integer.MAX_VALUE);
        int rule = in.u8();
        if (rule >= RULES.length)
            throw new MalformedFrameException("epoch state: unknown delivery rule " + rule);
        boolean voter = in.u8() == 1;
        long configuration = format == FORMAT_2 ? Zxid.NONE : in.i64();
        in.end();
        if (accepted < current)
            throw new MalformedFrameException(
                    "epoch state: expected current epoch <= accepted, got "
                            + current
                            + ", "
                            + accepted);
        return new EpochState(accepted, current, leader, RULES[rule], voter, configuration);
    }
}
