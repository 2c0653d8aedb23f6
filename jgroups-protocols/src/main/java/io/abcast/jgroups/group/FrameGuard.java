package io.abcast.jgroups.group;

import io.abcast.driver.Hello;
import io.abcast.kernel.WirePieces;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;
import java.util.Map;
import org.jgroups.Address;

/**
 * Authenticates the senders of frames between members. A frame guard adds a proof of the sender to sent frames, and
 * checks the proof of received frames. Without proofs, the source address of a frame identifies the sender: the server
 * that has sent its hello from the source address.
 *
 * <p><b>Thread rule:</b> the event loop calls {@code seal} and {@link #admit}; any thread may call the other methods of
 * the guard.
 */
public interface FrameGuard {
    /** The guard that adds no proofs to frames. */
    FrameGuard NONE = new Unguarded();

    /**
     * A message with an authenticated sender.
     *
     * @param id server id of the authenticated sender
     */
    record Proven(int id, Object message) {}

    /** Verdict of the guard on a received hello. */
    enum Verdict {
        /**
         * The sender of the hello is the server that the hello names, and the named incarnation of the server runs now.
         */
        PROVEN,
        /**
         * The named server has signed the hello, perhaps in an earlier incarnation. The receiver must answer the hello,
         * so that the sender can then prove that it runs now.
         */
        ASK,
        /** The hello repeats an earlier hello, comes from this process, or arrived too soon after another hello. */
        IGNORED,
        /**
         * The sender of the hello has not proved that it has the key of the named server. The guard counts each refused
         * hello.
         */
        REFUSED
    }

    /**
     * Value that {@code GroupFrames} returns for a frame from an address whose process shares no keys with this
     * process.
     */
    Object UNKNOWN_SENDER =
            new Object() {
                @Override
                public String toString() {
                    return "frame of an unknown sender";
                }
            };

    /** Number of bytes that {@link #seal(Address, WireWriter)} appends to a frame. */
    int bytes();

    /** The JGroups header for messages whose payload is a frame with this guard's proof. */
    AbcastHeader frameHeader();

    /** The JGroups header for messages whose payload is a hello with this guard's proof. */
    AbcastHeader helloHeader();

    /**
     * Appends this process's proof of the sender to a frame.
     *
     * @throws IllegalArgumentException if this process has agreed no keys with the receiver
     */
    void seal(Address to, WireWriter frame);

    /**
     * Appends this process's proof of the sender to a frame in pieces, and returns the new frame.
     *
     * @throws IllegalArgumentException if this process has agreed no keys with the receiver
     */
    WirePieces seal(Address to, WirePieces frame);

    /** Encodes a hello together with the proof of its sender. */
    byte[] seal(Address to, Hello hello);

    /**
     * Checks the proof of the sender in a received frame.
     *
     * @return the server id of the frame's sender; 0 if this guard uses no proofs; -1 if this process shares no keys
     *     with the sender's address
     * @throws RefusedFrameException if the frame's proof is invalid; the guard counts the refused frame
     */
    int check(Address from, byte[] array, int offset, int length);

    /** Checks the proof of the sender in a frame that was received in pieces. */
    int check(Address from, WirePieces frame);

    /**
     * Counts a message without a proof of the sender, if this guard demands a proof.
     *
     * @return the exception about the missing proof, which the caller throws
     */
    RefusedFrameException refusal(Address from, String why);

    /**
     * Decodes a hello, with the proof of its sender if this guard uses proofs. The decoded hello is a {@link Hello}, or
     * a {@link SealedHello} if this guard uses proofs.
     */
    Object hello(WireReader in);

    /** Reports the members of a new JGroups view to the guard. */
    void onView(List<Address> view);

    /** Checks the proof of the sender in a hello. */
    Verdict admit(Address from, SealedHello hello, long nowNanos);

    /**
     * Returns the numbers of refused frames and hellos by the server id that the senders have claimed. Server id 0
     * stands for senders without a member's id. The returned map is empty if the guard has refused no frame or hello.
     */
    Map<Integer, Long> refused();
}
