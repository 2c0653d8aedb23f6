package io.abcast.ordering.fbp;

/**
 * Creates and verifies the signatures of members under requests, reports and claims, which prove their signer also to a
 * member that gets the content from another member. Other messages have no signature, because the links identify the
 * sender of each message.
 */
public interface Signer {
    /**
     * The signer for ensembles whose members may crash but never lie: this signer signs nothing and accepts every
     * signature.
     */
    Signer TRUSTING =
            new Signer() {
                @Override
                public byte[] sign(byte[] content) {
                    return new byte[0];
                }

                @Override
                public boolean signs() {
                    return false;
                }

                @Override
                public boolean verify(int member, byte[] content, byte[] signature) {
                    return true;
                }
            };

    /**
     * Whether the signatures of this signer prove the origin of a request; with false, requests carry no signatures.
     */
    default boolean signs() {
        return true;
    }

    /** Returns the signature of {@code content} with the key of this member. */
    byte[] sign(byte[] content);

    /** Whether {@code signature} is a valid signature of member {@code member} for {@code content}. */
    boolean verify(int member, byte[] content, byte[] signature);
}
