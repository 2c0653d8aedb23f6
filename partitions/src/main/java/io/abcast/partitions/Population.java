package io.abcast.partitions;

/** The initial rows of a store. */
public interface Population {
    /** A store that begins without rows. */
    Population EMPTY =
            new Population() {
                @Override
                public String name() {
                    return "empty";
                }

                @Override
                public void populate(int partition, Sink rows) {}
            };

    /** Receives the initial rows. */
    interface Sink {
        /** Stores a row; the caller must not change the array afterwards. */
        void put(RowKey key, byte[] row);
    }

    /** The rule and its parameters. All servers must have the same name: it is compared when servers meet. */
    String name();

    /**
     * Makes the initial rows of a partition. Each call for the same partition makes the same rows, at every server and
     * in every start.
     */
    void populate(int partition, Sink rows);
}
