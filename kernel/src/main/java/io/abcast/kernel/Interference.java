package io.abcast.kernel;

/**
 * Gives the keys that a payload reads and writes. Two requests interfere if one writes a key that the other reads or
 * writes. Only interfering requests have one order at all members.
 *
 * <p>All members of an ensemble must use the same interference: they compare {@link #name} and {@link #version}. The
 * keys must depend only on the bytes of the payload, because each member computes the keys itself.
 *
 * <p><b>Thread rule:</b> several threads may call the methods at the same time.
 */
public interface Interference {
    /** Every request interferes with every other one, so there is one total order. */
    Interference ALL =
            new Interference() {
                @Override
                public String name() {
                    return "all";
                }

                @Override
                public int version() {
                    return 1;
                }

                @Override
                public Keys keys(byte[] payload) {
                    return Keys.ALL;
                }

                @Override
                public String toString() {
                    return name() + ":" + version();
                }
            };

    /** Name of the application's format of payloads, for example its class. Not empty. */
    String name();

    /** Number that changes when the keys of any payload change. */
    int version();

    /**
     * Returns the keys that one payload reads and writes.
     *
     * @param payload content of a request; not to be changed
     * @throws IllegalArgumentException if the payload is invalid. The message of the exception states what was
     *     expected. The request then fails at its caller and is never ordered.
     */
    Keys keys(byte[] payload);
}
