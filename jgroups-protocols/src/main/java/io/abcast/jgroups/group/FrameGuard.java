package io.abcast.jgroups.group;

import io.abcast.driver.Hello;
import io.abcast.kernel.WirePieces;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;
import java.util.Map;
import org.jgroups.Address;

/**
 * Authenticates frames: adds a proof of the sender to sent frames, and checks the proof of received frames. {@link
 * #NONE} adds no proof. Without proofs, the address of a frame identifies its sender: the server that has sent its
 * hello from this address.
 *
 * <p><b>Thread rule:</b> the event loop calls {@code seal} and {@link #admit}; any thread may call the other methods.
 */
public interface FrameGuard {
    /** The guard that adds no proofs. */
    FrameGuard NONE = new Unguarded();

    /**
     * A message with an authenticated sender.
     *
     * @param id server id of the sender
     * @param message the decoded message
     */
    record Proven(int id, Object message) {}

    /** The result of checking a hello. */
    enum Verdict {
        /** The sender is the server that the hello names, and this incarnation of it runs now. */
        PROVEN,
        /**
         * The server has signed the hello, perhaps in an earlier incarnation. The receiver must answer the hello, so
         * that the sender can prove that it runs now.
         */
        ASK,
        /**
         * The receiver ignores the hello: it repeats an earlier hello, comes from this process, or arrived too soon
         * after another hello that needed an answer.
         */
        IGNORED,
        /** The sender has not proved that it has the key of the server. The refusal is counted. */
        REFUSED
    }

    /** The decoded form of a frame from an address with which this process shares no keys. */
    Object UNKNOWN_SENDER =
            new Object() {
                @Override
                public String toString() {
                    return "frame of an unknown sender";
                }
            };

    /** Number of bytes that {@link #seal(Address, WireWriter)} appends to a frame. */
    int bytes();

    /** The JGroups header of messages whose payload is a frame. */
    AbcastHeader frameHeader();

    /** The JGroups header of messages whose payload is a hello. */
    AbcastHeader helloHeader();

    /**
     * Appends the proof to a frame.
     *
     * @throws IllegalArgumentException if no keys are agreed with the receiver
     */
    void seal(Address to, WireWriter frame);

    /**
     * Appends the proof to a frame in pieces, and returns the result.
     *
     * @throws IllegalArgumentException if no keys are agreed with the receiver
     */
    WirePieces seal(Address to, WirePieces frame);

    /** Encodes a hello, with its proof. */
    byte[] seal(Address to, Hello hello);

    /**
     * Checks the proof of a frame.
     *
     * @return the server id of the sender; 0 if this guard uses no proofs; -1 if no keys are agreed with that address
     * @throws RefusedFrameException if the proof is invalid; the refusal is counted
     */
    int check(Address from, byte[] array, int offset, int length);

    /** Checks the proof of a frame in pieces. */
    int check(Address from, WirePieces frame);

    /**
     * Counts a message that has no proof although this guard demands one.
     *
     * @return the exception that the caller throws
     */
    RefusedFrameException refusal(Address from, String why);

    /** Parses a hello. The result is a {@link Hello}, or a {@link SealedHello} if this guard uses proofs. */
    Object hello(WireReader in);

    /** Reports the members of a new view. */
    void onView(List<Address> view);

    /** Checks the proof of a hello. */
    Verdict admit(Address from, SealedHello hello, long nowNanos);

    /**
     * Numbers of refused frames and hellos by the server id that their senders have claimed; id 0 stands for senders
     * without a member's id. Empty if no frame or hello was refused.
     */
    Map<Integer, Long> refused();
}
