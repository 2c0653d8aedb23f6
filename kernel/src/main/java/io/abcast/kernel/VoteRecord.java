package io.abcast.kernel;

/**
 * A record in a member's log about a place of the order that is not decided yet.
 *
 * @param slot the place, counted by the protocol; at least 1
 * @param bytes the protocol's own words; never changed after construction
 */
public record VoteRecord(long slot, byte[] bytes) {
    @Override
    public String toString() {
        return "vote in slot " + slot + "(" + bytes.length + "B)";
    }
}
