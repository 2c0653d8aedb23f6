package io.abcast.kernel;

/**
 * A record of a member's vote in its log, for a slot that is not decided yet.
 *
 * @param slot the slot in which the member has voted, numbered by the protocol; at least 1
 * @param bytes the vote, encoded by the protocol; must never be changed after construction
 */
public record VoteRecord(long slot, byte[] bytes) {
    @Override
    public String toString() {
        return "vote in slot " + slot + "(" + bytes.length + "B)";
    }
}
