package io.abcast.kernel;

/**
 * A record of a member's vote in its log, for a slot that is not decided yet.
 *
 * @param slot the slot, numbered by the protocol; at least 1
 * @param bytes the protocol's own data; must never be changed after construction
 */
public record VoteRecord(long slot, byte[] bytes) {
    @Override
    public String toString() {
        return "vote in slot " + slot + "(" + bytes.length + "B)";
    }
}
