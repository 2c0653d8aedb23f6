package io.abcast.zab;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * The small state that a member must never forget.
 *
 * @param acceptedEpoch highest epoch promised in an ACK-E ("f.p" of Junqueira et al. 2011)
 * @param currentEpoch epoch of the leader whose initial history was taken over ("f.a")
 * @param leader id of that leader, 0 before the first
 * @param rule what followers of that epoch needed in order to deliver
 * @param voter whether this member holds everything that it ever acknowledged. False from an empty start until an
 *     established leader has synchronised it. A member that is not a voter counts in no quorum
 */
record EpochState(
        int acceptedEpoch, int currentEpoch, int leader, DeliveryRule rule, boolean voter) {
    private static final int FORMAT = 2;

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
        return new EpochState(0, 0, 0, DeliveryRule.ON_COMMIT, voter);
    }

    EpochState accept(int epoch) {
        return new EpochState(epoch, currentEpoch, leader, rule, voter);
    }

    EpochState enter(int epoch, int newLeader, DeliveryRule newRule) {
        return new EpochState(Math.max(acceptedEpoch, epoch), epoch, newLeader, newRule, true);
    }

    /** What was promised holds, what was acknowledged may be gone. */
    EpochState distrusted() {
        return new EpochState(acceptedEpoch, currentEpoch, leader, rule, false);
    }

    byte[] encode() {
        return new WireWriter(16)
                .u8(FORMAT)
                .varint(acceptedEpoch)
                .varint(currentEpoch)
                .varint(leader)
                .u8(rule.ordinal())
                .u8(voter ? 1 : 0)
                .toByteArray();
    }

    /**
     * @throws MalformedFrameException if the bytes are not what {@link #encode} wrote
     */
    static EpochState decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int format = in.u8();
        if (format != FORMAT)
            throw new MalformedFrameException("epoch state: expected format 2, got " + format);
        int accepted = in.count(Integer.MAX_VALUE);
        int current = in.count(Integer.MAX_VALUE);
        int leader = in.count(Integer.MAX_VALUE);
        int rule = in.u8();
        if (rule >= RULES.length)
            throw new MalformedFrameException("epoch state: unknown delivery rule " + rule);
        boolean voter = in.u8() == 1;
        in.end();
        return new EpochState(accepted, current, leader, RULES[rule], voter);
    }
}
