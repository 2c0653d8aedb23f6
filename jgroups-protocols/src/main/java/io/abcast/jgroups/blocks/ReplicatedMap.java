package io.abcast.jgroups.blocks;

import io.abcast.jgroups.AbcastException;
import io.abcast.jgroups.AtomicBroadcast;
import io.abcast.jgroups.ReadCallback;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jgroups.JChannel;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;

/**
 * A map with the same content at every member. The stack must contain an ordering protocol, such as {@code ZAB}. Writes
 * take effect in the same order, and once, at every member. Above {@code EPAXOS} only the writes of one key have the
 * same order at all members. Keys and values must not be null. The map is held in memory. For every snapshot, the event
 * loop first copies the references to all keys and values, which takes a time proportional to the number of keys.
 *
 * <p><b>Thread rule:</b> any thread may call any method; only {@link #close} blocks. The event loop completes the
 * futures, which fail with {@link AbcastException}.
 *
 * @param <K> keys; two keys are equal if their bytes are equal
 * @param <V> values; two values are equal if their bytes are equal
 */
public final class ReplicatedMap<K, V> implements AutoCloseable {
    /**
     * Receives every change at this member in order, on the event loop. Above {@code EPAXOS} the changes of one key have
     * the same order at all members; changes of different keys may have different orders. A listener must not block.
     * An exception that a listener throws is logged and dropped.
     */
    @FunctionalInterface
    public interface Listener<K, V> {
        /**
         * @param before the replaced value, {@code null} if the key had no value
         * @param after the new value, {@code null} if the key was removed
         */
        void onChange(K key, V before, V after);
    }

    private static final Log LOG = LogFactory.getLog(ReplicatedMap.class);

    private final Codec<K> keys;
    private final Codec<V> values;
    private final List<Listener<? super K, ? super V>> listeners = new CopyOnWriteArrayList<>();
    private final MapStore store = new MapStore(this::changed);
    private AtomicBroadcast broadcast;

    private ReplicatedMap(Codec<K> keys, Codec<V> values) {
        this.keys = keys;
        this.values = values;
    }

    /** Attaches an empty map to the channel; see {@link AtomicBroadcast#on}. */
    public static <K, V> ReplicatedMap<K, V> on(JChannel channel, Codec<K> keys, Codec<V> values) {
        ReplicatedMap<K, V> map = new ReplicatedMap<>(keys, values);
        map.broadcast = AtomicBroadcast.on(channel, map.store, MapStore.INTERFERENCE);
        return map;
    }

    /**
     * Sets the value of a key.
     *
     * @return the replaced value, or {@code null}
     */
    public CompletableFuture<V> put(K key, V value) {
        return submit(MapStore.put(keys.encode(key), values.encode(value)), this::value);
    }

    /**
     * Sets the value of a key that has no value.
     *
     * @return the existing value, which was kept, or {@code null} if {@code value} was set
     */
    public CompletableFuture<V> putIfAbsent(K key, V value) {
        return submit(MapStore.putIfAbsent(keys.encode(key), values.encode(value)), this::value);
    }

    /**
     * Replaces a value if it equals {@code expected} (compare and set).
     *
     * @return whether the value was replaced
     */
    public CompletableFuture<Boolean> replace(K key, V expected, V value) {
        byte[] command =
                MapStore.replace(keys.encode(key), values.encode(expected), values.encode(value));
        return submit(command, result -> (Boolean) result);
    }

    /**
     * Removes a key.
     *
     * @return the removed value, or {@code null}
     */
    public CompletableFuture<V> remove(K key) {
        return submit(MapStore.remove(keys.encode(key)), this::value);
    }

    /** The present value at this member, which may lag behind other members; {@code null} if the key has no value. */
    public V get(K key) {
        return value(store.get(new MapStore.Bytes(keys.encode(key))));
    }

    /**
     * Reads a value that includes all writes that had completed at any member before the call (a linearizable read).
     */
    public CompletableFuture<V> getLinearizable(K key) {
        MapStore.Bytes bytes = new MapStore.Bytes(keys.encode(key));
        CompletableFuture<V> future = new CompletableFuture<>();
        broadcast.linearize(
                new ReadCallback() {
                    @Override
                    public void onReady() {
                        try {
                            future.complete(value(store.get(bytes)));
                        } catch (RuntimeException e) {
                            future.completeExceptionally(e);
                        }
                    }

                    @Override
                    public void onFailed(AbcastException why) {
                        future.completeExceptionally(why);
                    }
                },
                MapStore.key(bytes.array()));
        return future;
    }

    /** Number of keys at this member. */
    public int size() {
        return store.size();
    }

    /** Passes every key and value at this member to {@code action}. A write during the call may be missing. */
    public void forEach(BiConsumer<? super K, ? super V> action) {
        store.entries()
                .forEach((key, value) -> action.accept(keys.decode(key.array()), value(value)));
    }

    /** Adds a listener. Changes that a restored snapshot makes are not reported to listeners. */
    public void addListener(Listener<? super K, ? super V> listener) {
        listeners.add(listener);
    }

    /**
     * The broadcast that orders the writes of the map. Callers use this broadcast to read the member's status and to
     * add status listeners.
     */
    public AtomicBroadcast broadcast() {
        return broadcast;
    }

    /** Closes the channel. */
    @Override
    public void close() {
        broadcast.close();
    }

    private <T> CompletableFuture<T> submit(byte[] command, Function<Object, T> decoder) {
        ResultFuture<T> future = new ResultFuture<>(decoder);
        broadcast.abcast(command, future);
        return future;
    }

    private V value(Object bytes) {
        return bytes == null ? null : values.decode((byte[]) bytes);
    }

    private void changed(MapStore.Bytes key, byte[] before, byte[] after) {
        if (listeners.isEmpty()) return;
        K decoded = keys.decode(key.array());
        for (Listener<? super K, ? super V> listener : listeners) {
            try {
                listener.onChange(decoded, value(before), value(after));
            } catch (RuntimeException e) {
                LOG.error("a map listener failed", e);
            }
        }
    }
}
