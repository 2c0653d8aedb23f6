package io.abcast.ordering.fbp;

/**
 * Creates and verifies the signatures of members under requests, reports and claims. Such a signature convinces any
 * member to which it is shown. All other messages have no signature, because the links identify the sender of a message
 * correctly.
 */
public interface Signer {
    /** The signer for members that may crash but never lie: signs nothing and accepts every signature. */
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

    /** Whether the signatures prove the origin of a message. If false, requests carry no signatures. */
    default boolean signs() {
        return true;
    }

    /** Signs the content with the key of this member. */
    byte[] sign(byte[] content);

    /** Whether the signature of member {@code member} for the content is valid. */
    boolean verify(int member, byte[] content, byte[] signature);
}
