package io.abcast.kernel;

/**
 * A function of the application that returns the keys which a payload reads and writes. Two requests interfere if one
 * request writes a key that the other request reads or writes. Only interfering requests have the same order at all
 * members.
 *
 * <p>All members of an ensemble must use the same interference function: the members compare its {@link #name} and
 * {@link #version}. The keys of a payload must depend only on the payload's bytes, because each member computes the
 * keys itself.
 *
 * <p><b>Thread rule:</b> Several threads may call the methods of an {@code Interference} at the same time.
 */
public interface Interference {
    /**
     * The function by which every request interferes with every other request, so all requests have one total order.
     */
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

    /**
     * Name of the payload format for which this function gives the keys, for example the name of the application's
     * class. The name of the payload format must not be empty.
     */
    String name();

    /**
     * Version number of this interference function. The application must change the version number when the keys of any
     * payload change.
     */
    int version();

    /**
     * Returns the keys that {@code payload} reads and writes. A request with an invalid payload fails at its caller and
     * is never ordered.
     *
     * @param payload content of a request; must not be changed
     * @throws IllegalArgumentException if {@code payload} is invalid; the exception's message states which payload was
     *     expected
     */
    Keys keys(byte[] payload);
}
