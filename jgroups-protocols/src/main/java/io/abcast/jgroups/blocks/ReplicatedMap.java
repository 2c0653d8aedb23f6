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
 * A map with the same content at every member. The stack must contain an ordering protocol, such as {@code ZAB}. Every
 * write takes effect exactly once at every member, and all members apply the writes in the same order. Above {@code
 * EPAXOS}, only the writes of one key have the same order at all members. Keys and values of the map must not be null.
 * Each member holds the whole map in memory. For every snapshot of the map, the event loop copies the references to all
 * keys and values.
 *
 * <p><b>Thread rule:</b> any thread may call any method; only {@link #close} blocks. The event loop completes the
 * futures of the map. The futures of the map fail with {@link AbcastException}.
 *
 * @param <K> type of the map's keys; two keys are equal if their encoded bytes are equal
 * @param <V> type of the map's values; two values are equal if their encoded bytes are equal
 */
public final class ReplicatedMap<K, V> implements AutoCloseable {
    /**
     * Receives every change of the map at this member, in order, on the event loop. Changes of different keys may have
     * different orders at different members above {@code EPAXOS}. A listener must not block. The member logs and drops
     * its exceptions.
     */
    @FunctionalInterface
    public interface Listener<K, V> {
        /**
         * @param before value of the key before the change, {@code null} if the key had no value
         * @param after value of the key after the change, {@code null} if the key was removed
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

    /** Attaches an empty replicated map to the channel; see {@link AtomicBroadcast#on}. */
    public static <K, V> ReplicatedMap<K, V> on(JChannel channel, Codec<K> keys, Codec<V> values) {
        ReplicatedMap<K, V> map = new ReplicatedMap<>(keys, values);
        map.broadcast = AtomicBroadcast.on(channel, map.store, MapStore.INTERFERENCE);
        return map;
    }

    /**
     * Sets the value of a key in the map.
     *
     * @return a future of the key's replaced value, which is {@code null} if the key had no value
     */
    public CompletableFuture<V> put(K key, V value) {
        return submit(MapStore.put(keys.encode(key), values.encode(value)), this::value);
    }

    /**
     * Sets the value of a key in the map if the key has no value.
     *
     * @return a future of the key's existing value, which the map keeps, or of {@code null} if the map has set
     *     {@code value}
     */
    public CompletableFuture<V> putIfAbsent(K key, V value) {
        return submit(MapStore.putIfAbsent(keys.encode(key), values.encode(value)), this::value);
    }

    /**
     * Replaces the value of a key if the value equals {@code expected} (compare and set).
     *
     * @return a future that states whether the map has replaced the key's value
     */
    public CompletableFuture<Boolean> replace(K key, V expected, V value) {
        byte[] command =
                MapStore.replace(keys.encode(key), values.encode(expected), values.encode(value));
        return submit(command, result -> (Boolean) result);
    }

    /**
     * Removes a key and its value from the map.
     *
     * @return a future of the key's removed value, which is {@code null} if the key had no value
     */
    public CompletableFuture<V> remove(K key) {
        return submit(MapStore.remove(keys.encode(key)), this::value);
    }

    /**
     * Returns the present value of a key at this member; {@code null} if the key has no value. The map at this member
     * may lag behind the maps at other members.
     */
    public V get(K key) {
        return value(store.get(new MapStore.Bytes(keys.encode(key))));
    }

    /**
     * Reads the value of a key linearizably: the result includes all writes that had completed at any member before.
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

    /** Returns the number of keys in the map at this member. */
    public int size() {
        return store.size();
    }

    /**
     * Passes every key and value of the map at this member to {@code action}. The action may miss a write that the map
     * applies during the call.
     */
    public void forEach(BiConsumer<? super K, ? super V> action) {
        store.entries()
                .forEach((key, value) -> action.accept(keys.decode(key.array()), value(value)));
    }

    /** Adds a listener of changes of the map, which receives no report when the member restores a snapshot. */
    public void addListener(Listener<? super K, ? super V> listener) {
        listeners.add(listener);
    }

    /**
     * Returns the {@link AtomicBroadcast} that orders the writes of the map, for the member's status and status
     * listeners.
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
