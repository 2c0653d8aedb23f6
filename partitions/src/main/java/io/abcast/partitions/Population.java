package io.abcast.partitions;

/** The initial rows of a store. */
public interface Population {
    /** The population of a store that begins without rows. */
    Population EMPTY =
            new Population() {
                @Override
                public String name() {
                    return "empty";
                }

                @Override
                public void populate(int partition, Sink rows) {}
            };

    /** Receives the initial rows of one partition. */
    interface Sink {
        /**
         * Stores {@code row} as the initial row with {@code key}; the caller must not change the array after the call.
         */
        void put(RowKey key, byte[] row);
    }

    /**
     * A text that names the rule of the initial rows and its parameters; must be equal at all servers, which compare it
     * when they connect.
     */
    String name();

    /**
     * Creates the initial rows of the partition with number {@code partition}, which must be the same at every server
     * and at every start.
     */
    void populate(int partition, Sink rows);
}
