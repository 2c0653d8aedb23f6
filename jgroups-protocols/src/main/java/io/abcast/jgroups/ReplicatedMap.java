package io.abcast.jgroups;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jgroups.JChannel;

/**
 * A map with the same content at every member. Writes are ordered and take effect once, everywhere; no null keys or
 * values.
 *
 * <p><b>Thread rule:</b> safe from any thread; nothing blocks. Futures are completed by the event loop and fail with
 * {@link AbcastException}.
 *
 * @param <K> keys; equal if their bytes are
 * @param <V> values; equal if their bytes are
 */
public final class ReplicatedMap<K, V> implements AutoCloseable {
    /** Told every change at this member, in order, by the event loop; must not block. */
    @FunctionalInterface
    public interface Listener<K, V> {
        /**
         * @param before the value replaced, {@code null} if there was none
         * @param after the new value, {@code null} if the key was removed
         */
        void onChange(K key, V before, V after);
    }

    private ReplicatedMap() {}

    /** Attaches an empty map to the channel; see {@link AtomicBroadcast#on}. */
    public static <K, V> ReplicatedMap<K, V> on(JChannel channel, Codec<K> keys, Codec<V> values) {
        throw new UnsupportedOperationException();
    }

    /** @return the value replaced, or {@code null} */
    public CompletableFuture<V> put(K key, V value) {
        throw new UnsupportedOperationException();
    }

    /** @return the value found, which then was kept, or {@code null} */
    public CompletableFuture<V> putIfAbsent(K key, V value) {
        throw new UnsupportedOperationException();
    }

    /** Compare and set. @return whether the value was {@code expected} and is {@code value} now */
    public CompletableFuture<Boolean> replace(K key, V expected, V value) {
        throw new UnsupportedOperationException();
    }

    /** @return the value removed, or {@code null} */
    public CompletableFuture<V> remove(K key) {
        throw new UnsupportedOperationException();
    }

    /** This member's present value, which may lag behind; {@code null} if there is none. */
    public V get(K key) {
        throw new UnsupportedOperationException();
    }

    /** The value after everything that had completed at any member before the call. */
    public CompletableFuture<V> getLinearizable(K key) {
        throw new UnsupportedOperationException();
    }

    /** Number of keys at this member. */
    public int size() {
        throw new UnsupportedOperationException();
    }

    /** Passes every key and value at this member; weakly consistent while writes go on. */
    public void forEach(BiConsumer<? super K, ? super V> action) {
        throw new UnsupportedOperationException();
    }

    /** Adds a listener. It is not told what a restored snapshot changed. */
    public void addListener(Listener<? super K, ? super V> listener) {
        throw new UnsupportedOperationException();
    }

    /** The broadcast beneath: status, listeners, waiting. */
    public AtomicBroadcast broadcast() {
        throw new UnsupportedOperationException();
    }

    /** Closes the channel. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
