package io.abcast.ordering.fbp;

/**
 * Signatures of members, which one can show to another. Fast Byzantine Paxos needs them in one place only: a new leader shows the reports of
 * n-f acceptors to all others. Everything else rests on links that tell truly who has sent a message.
 */
public interface Signer {
    /** For links and members of which at most crashes are expected: believes whoever shows a report. */
    Signer TRUSTING =
            new Signer() {
                @Override
                public byte[] sign(byte[] content) {
                    return new byte[0];
                }

                @Override
                public boolean verify(int member, byte[] content, byte[] signature) {
                    return true;
                }
            };

    /** Signs as this member. */
    byte[] sign(byte[] content);

    /** Whether that member has signed this. */
    boolean verify(int member, byte[] content, byte[] signature);
}
