package io.abcast.load;

/** Where the requests of one shard go. Used on the shard's executor only. */
public interface Target {
    /**
     * Sends the request; at its end {@link Operation#completed} is called, once, on the shard's executor,
     * possibly from inside this call.
     */
    void send(Operation operation);

    /** Called when the shard sends no more. */
    void close();
}
