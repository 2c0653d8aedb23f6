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
 * A map with the same content at every member, over a stack with an ordering protocol, such as {@code ZAB}.
 * Writes are ordered and take effect once, everywhere; no null keys or
 * values. Held in memory; every snapshot begins with copying the references to all keys and values on the event loop, a
 * pause in proportion to their number.
 *
 * <p><b>Thread rule:</b> safe from any thread; nothing blocks. Futures are completed by the event loop and fail with
 * {@link AbcastException}.
 *
 * @param <K> keys; equal if their bytes are
 * @param <V> values; equal if their bytes are
 */
public final class ReplicatedMap<K, V> implements AutoCloseable {
    /** Told every change at this member, in order, by the event loop; must not block. An exception is logged and dropped. */
    @FunctionalInterface
    public interface Listener<K, V> {
        /**
         * @param before the value replaced, {@code null} if there was none
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
        map.broadcast = AtomicBroadcast.on(channel, map.store);
        return map;
    }

    /** @return the value replaced, or {@code null} */
    public CompletableFuture<V> put(K key, V value) {
        return submit(MapStore.put(keys.encode(key), values.encode(value)), this::value);
    }

    /** @return the value found, which then was kept, or {@code null} */
    public CompletableFuture<V> putIfAbsent(K key, V value) {
        return submit(MapStore.putIfAbsent(keys.encode(key), values.encode(value)), this::value);
    }

    /** Compare and set. @return whether the value was {@code expected} and is {@code value} now */
    public CompletableFuture<Boolean> replace(K key, V expected, V value) {
        byte[] command =
                MapStore.replace(keys.encode(key), values.encode(expected), values.encode(value));
        return submit(command, result -> (Boolean) result);
    }

    /** @return the value removed, or {@code null} */
    public CompletableFuture<V> remove(K key) {
        return submit(MapStore.remove(keys.encode(key)), this::value);
    }

    /** This member's present value, which may lag behind; {@code null} if there is none. */
    public V get(K key) {
        return value(store.get(new MapStore.Bytes(keys.encode(key))));
    }

    /** The value after everything that had completed at any member before the call. */
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
                });
        return future;
    }

    /** Number of keys at this member. */
    public int size() {
        return store.size();
    }

    /** Passes every key and value at this member; weakly consistent while writes go on. */
    public void forEach(BiConsumer<? super K, ? super V> action) {
        store.entries()
                .forEach((key, value) -> action.accept(keys.decode(key.array()), value(value)));
    }

    /** Adds a listener. It is not told what a restored snapshot changed. */
    public void addListener(Listener<? super K, ? super V> listener) {
        listeners.add(listener);
    }

    /** The broadcast beneath: status, listeners, waiting. */
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
