package io.abcast.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A directory in memory that can show all faults of files and disks that POSIX allows, for tests and simulations.
 * {@link StorageSteps} can run a storage in a {@code FaultyDirectory}.
 * <ul>
 *   <li>Bytes that were not forced to disk may be lost, in any combination of sectors.
 *   <li>Creates, renames and deletes of files that were not synced may be lost, in any combination.
 *   <li>A power cut may happen at any operation on the directory and leave the operation half done.
 *   <li>A force of a file, a sync of the directory, or a read of a file fails when the test has requested the failure.
 *   <li>The simulated disk may become full.
 *   <li>The disk may write bytes to a wrong place of the file (misdirected write).
 *   <li>Bits of stored bytes may change (bit rot).
 * </ul>
 *
 * <p><b>Thread rule:</b> any thread may call all methods.
 */
public final class FaultyDirectory implements Directory {
    private static final int SECTOR_BYTES = 64;

    /** A fault that hides a failure: a file operation that has lost data reports success. */
    public enum Lie {
        NONE,
        FORCES_NO_FILE,
        SYNCS_NO_NAMES,
        /** A force of a file that fails drops the bytes that it should have written, and reports success. */
        HIDES_FAILED_FORCES,
        /** A write to a full disk drops the bytes for which there is no room, and reports success. */
        HIDES_A_FULL_DISK
    }

    /** The part of the unforced changes of files that the disk holds after a power cut. */
    public enum Left {
        NOTHING,
        /** After a power cut the disk holds the oldest unforced changes of each file, and no later changes. */
        FIRST_CHANGES,
        /** After a power cut the disk holds any combination of the changed sectors of each file. */
        ANY_SECTORS
    }

    /**
     * Bytes that were written at {@code position}; if {@code bytes} is {@code null}, a cut of the file to the length
     * {@code position}.
     */
    private record Change(byte[] bytes, int position) {
        static Change cut(int size) {
            return new Change(null, size);
        }

        void applyTo(Content content) {
            if (bytes == null) content.truncate(position);
            else content.write(bytes, 0, bytes.length, position);
        }

        void applyInPart(Content content, double probability, Random random) {
            if (bytes == null) {
                if (random.nextDouble() < probability) applyTo(content);
                return;
            }
            for (int at = 0; at < bytes.length; ) {
                int n = Math.min(bytes.length - at, SECTOR_BYTES - (position + at) % SECTOR_BYTES);
                if (random.nextDouble() < probability) content.write(bytes, at, n, position + at);
                at += n;
            }
        }
    }

    private interface NameChange {
        void applyTo(TreeMap<String, Inode> names);
    }

    private static final class Content {
        byte[] bytes;
        int size;

        Content(byte[] bytes, int size) {
            this.bytes = bytes;
            this.size = size;
        }

        Content copy() {
            return new Content(Arrays.copyOf(bytes, size), size);
        }

        void write(byte[] from, int offset, int length, int position) {
            if (position + length > bytes.length)
                bytes = Arrays.copyOf(bytes, Math.max(position + length, bytes.length * 2));
            System.arraycopy(from, offset, bytes, position, length);
            size = Math.max(size, position + length);
        }

        void truncate(int to) {
            if (to >= size) return;
            Arrays.fill(bytes, to, size, (byte) 0);
            size = to;
        }
    }

    private static final class Inode {
        Content now = new Content(new byte[0], 0);
        Content durable = new Content(new byte[0], 0);
        final List<Change> pending = new ArrayList<>();

        /**
         * Whether a force of this file has failed, so that the page cache marks bytes as clean that the disk does not
         * have.
         */
        boolean dropped;

        void evict() {
            now = durable.copy();
            for (Change change : pending) change.applyTo(now);
            dropped = false;
        }
    }

    private final TreeMap<String, Inode> names = new TreeMap<>();
    private final TreeMap<String, Inode> durableNames = new TreeMap<>();
    private final List<NameChange> pendingNames = new ArrayList<>();

    private final Lie lie;
    private long operations;
    private long powerCutAt = Long.MAX_VALUE;
    private boolean off;
    private int forces;
    private int failingForce = Integer.MAX_VALUE;
    private long bytesLeft = Long.MAX_VALUE;
    private Predicate<String> full = name -> false;
    private boolean locked;
    private long free = Long.MAX_VALUE;
    private int forcesFailed;
    private boolean nameSyncFails;
    private boolean readFails;
    private int readsFailed;

    private Predicate<String> astray = name -> false;

    private Random astrayRandom;
    private int writesAstray;

    public FaultyDirectory() {
        this(Lie.NONE);
    }

    public FaultyDirectory(Lie lie) {
        this.lie = lie;
    }

    /** Cuts the power of the simulated disk during the {@code operation}-th change of files and names from now. */
    public synchronized void cutPowerAt(long operation) {
        powerCutAt = operations + operation;
    }

    /** Makes the {@code force}-th force of any file in this directory, counted from now, fail. */
    public synchronized void failForce(int force) {
        failingForce = forces + force;
    }

    /** Makes the next sync of the directory fail; the failed sync makes no name durable. */
    public synchronized void failNameSync() {
        nameSyncFails = true;
    }

    /** Makes the next read of any file in this directory fail. */
    public synchronized void failRead() {
        readFails = true;
    }

    /** Cancels all failures of forces, syncs and reads that the test has requested and that have not happened yet. */
    public synchronized void failNothing() {
        failingForce = Integer.MAX_VALUE;
        nameSyncFails = false;
        readFails = false;
    }

    /** Makes all writes fail, as on a full disk, after {@code bytes} more bytes are written. */
    public synchronized void fillUpAfter(long bytes) {
        bytesLeft = bytes;
    }

    /** Makes each later write to a file whose name matches {@code names} fail after half of its bytes. */
    synchronized void fillUpFor(Predicate<String> names) {
        full = names;
    }

    /** Sets the number of free bytes on the simulated disk, which {@link #freeBytes} returns. */
    public synchronized void free(long bytes) {
        free = bytes;
    }

    @Override
    public synchronized long freeBytes() {
        return free;
    }

    synchronized long operations() {
        return operations;
    }

    synchronized boolean isOff() {
        return off;
    }

    /** Returns the number of forces of files and syncs of the directory that have failed so far. */
    public synchronized int forcesFailed() {
        return forcesFailed;
    }

    /** Returns the number of reads of files that have failed so far. */
    public synchronized int readsFailed() {
        return readsFailed;
    }

    /**
     * Misdirects one write: the next write beyond the first two sectors of a file whose name matches {@code names} goes
     * to an earlier place of this file.
     *
     * @param random chooses the wrong place; in half of the cases, an earlier record of the file is overwritten
     */
    public synchronized void misdirect(Predicate<String> names, Random random) {
        astray = names;
        astrayRandom = random;
    }

    /** Returns the number of writes to wrong places (misdirected writes) so far. */
    public synchronized int writesAstray() {
        return writesAstray;
    }

    /** Durably flips one bit of the byte at {@code offset} of the file with the given name. */
    public synchronized void rot(String name, int offset) {
        Inode inode = names.get(name);
        inode.now.bytes[offset] ^= 1;
        if (offset < inode.durable.size) inode.durable.bytes[offset] ^= 1;
    }

    FaultyDirectory afterPowerCut(Random random) {
        return afterPowerCut(Left.ANY_SECTORS, random);
    }

    /**
     * Cuts the power, and returns one possible content of the disk after the power cut. This directory refuses all
     * operations after this call.
     */
    public synchronized FaultyDirectory afterPowerCut(Left what, Random random) {
        off = true;
        FaultyDirectory after = new FaultyDirectory(lie);
        namesLeft(what, random)
                .forEach(
                        (name, inode) -> {
                            Content content = inode.durable.copy();
                            double applied = random.nextInt(4) / 3.0;
                            int first = random.nextInt(inode.pending.size() + 1);
                            for (int i = 0; i < inode.pending.size(); i++) {
                                Change change = inode.pending.get(i);
                                if (what == Left.ANY_SECTORS)
                                    change.applyInPart(content, applied, random);
                                else if (what == Left.FIRST_CHANGES && i < first)
                                    change.applyTo(content);
                            }
                            after.put(name, content);
                        });
        return after;
    }

    private TreeMap<String, Inode> namesLeft(Left what, Random random) {
        TreeMap<String, Inode> left = new TreeMap<>(durableNames);
        if (what == Left.NOTHING) return left;
        boolean inOrder = what == Left.FIRST_CHANGES || random.nextInt(4) == 0;
        double chance = 0.25 + 0.5 * random.nextDouble();
        for (NameChange change : pendingNames) {
            if (random.nextDouble() < chance) change.applyTo(left);
            else if (inOrder) break;
        }
        return left;
    }

    /** Returns an independent copy of the durable content of this directory. */
    public synchronized FaultyDirectory durable() {
        FaultyDirectory copy = new FaultyDirectory(lie);
        durableNames.forEach((name, inode) -> copy.put(name, inode.durable.copy()));
        return copy;
    }

    synchronized FaultyDirectory afterKill() {
        off = true;
        FaultyDirectory after = new FaultyDirectory();
        names.forEach((name, inode) -> after.put(name, inode.now.copy()));
        return after;
    }

    /** Whether a failed force has dropped bytes of a file that the page cache still returns to readers. */
    public synchronized boolean hasDropped() {
        for (Inode inode : names.values()) if (inode.dropped) return true;
        return false;
    }

    /**
     * Drops the bytes of failed forces from the page cache of randomly chosen files, so that reads no longer return
     * these bytes.
     */
    public synchronized void evict(Random random) {
        for (Inode inode : names.values()) if (inode.dropped && random.nextBoolean()) inode.evict();
    }

    /**
     * Simulates a kill of the process while the machine keeps running: all written bytes remain readable, but may not
     * be durable.
     */
    public synchronized void restartProcess() {
        off = false;
        locked = false;
        powerCutAt = Long.MAX_VALUE;
    }

    /**
     * Returns an independent copy of the present content of this directory, in which all files and names are durable.
     */
    public synchronized FaultyDirectory copy() {
        FaultyDirectory copy = new FaultyDirectory();
        names.forEach((name, inode) -> copy.put(name, inode.now.copy()));
        return copy;
    }

    private void put(String name, Content content) {
        Inode inode = new Inode();
        inode.now = content;
        inode.durable = content.copy();
        names.put(name, inode);
        durableNames.put(name, inode);
    }

    /** Returns the length in bytes of the file with the given name. */
    public synchronized int length(String name) {
        return names.get(name).now.size;
    }

    /** Returns the file's own array, which tests may change in place. */
    synchronized byte[] bytes(String name) {
        Inode inode = names.get(name);
        inode.now.bytes = Arrays.copyOf(inode.now.bytes, inode.now.size);
        return inode.now.bytes;
    }

    synchronized void replace(String name, byte[] bytes) {
        put(name, new Content(bytes.clone(), bytes.length));
    }

    /** Durably removes a file. */
    public synchronized void remove(String name) {
        names.remove(name);
        durableNames.remove(name);
    }

    private void change(String what) throws IOException {
        if (off) throw new IOException("the power is off");
        if (++operations < powerCutAt) return;
        off = true;
        throw new IOException("power cut during " + what);
    }

    private Inode inode(String name) throws IOException {
        if (off) throw new IOException("the power is off");
        Inode inode = names.get(name);
        if (inode == null) throw new NoSuchFileException(name);
        return inode;
    }

    private void changeNames(NameChange change) {
        change.applyTo(names);
        pendingNames.add(change);
    }

    @Override
    public Path path() {
        return Path.of("faulty");
    }

    @Override
    public synchronized List<String> list() {
        return new ArrayList<>(names.keySet());
    }

    @Override
    public synchronized boolean exists(String name) {
        return names.containsKey(name);
    }

    @Override
    public synchronized DataFile create(String name) throws IOException {
        change("create of " + name);
        Inode inode = new Inode();
        changeNames(all -> all.put(name, inode));
        return new FaultyFile(name, inode);
    }

    @Override
    public synchronized DataFile open(String name) throws IOException {
        return new FaultyFile(name, inode(name));
    }

    @Override
    public synchronized DataFile openToRead(String name) throws IOException {
        return new FaultyFile(name, inode(name));
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        change("rename of " + from);
        Inode inode = inode(from);
        changeNames(
                all -> {
                    if (!all.remove(from, inode)) return; // a power cut lost the file's creation
                    all.put(to, inode);
                });
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        change("delete of " + name);
        changeNames(all -> all.remove(name));
    }

    @Override
    public synchronized void sync() throws IOException {
        change("sync of the directory");
        if (nameSyncFails) {
            nameSyncFails = false;
            forcesFailed++;
            throw new IOException("Input/output error");
        }
        if (lie == Lie.SYNCS_NO_NAMES) return;
        durableNames.clear();
        durableNames.putAll(names);
        pendingNames.clear();
    }

    @Override
    public synchronized void lock() throws IOException {
        if (locked) throw new IOException("in use");
        locked = true;
    }

    @Override
    public synchronized void close() {
        locked = false;
    }

    private final class FaultyFile implements DataFile {
        private final String name;
        private final Inode inode;

        FaultyFile(String name, Inode inode) {
            this.name = name;
            this.inode = inode;
        }

        @Override
        public void write(ByteBuffer bytes, long position) throws IOException {
            synchronized (FaultyDirectory.this) {
                byte[] all = new byte[bytes.remaining()];
                bytes.get(all);
                IOException interrupted = null;
                try {
                    change("write to " + name);
                } catch (IOException e) {
                    if (operations > powerCutAt) throw e;
                    interrupted = e; // the disk may have any part of this torn write
                }
                long room = full.test(name) ? Math.min(bytesLeft, all.length / 2) : bytesLeft;
                if (all.length > room) {
                    all = Arrays.copyOf(all, (int) room);
                    if (lie != Lie.HIDES_A_FULL_DISK)
                        interrupted = new IOException("No space left on device");
                }
                bytesLeft -= all.length;
                Change change = new Change(all, place((int) position));
                change.applyTo(inode.now);
                inode.pending.add(change);
                if (interrupted != null) throw interrupted;
            }
        }

        private int place(int position) {
            if (position < 2 * SECTOR_BYTES || !astray.test(name)) return position;
            astray = any -> false;
            writesAstray++;
            List<Integer> records = LogPlaces.beginnings(inode.now.bytes, position);
            if (!records.isEmpty() && astrayRandom.nextBoolean())
                return records.get(astrayRandom.nextInt(records.size()));
            return SECTOR_BYTES + astrayRandom.nextInt(position - SECTOR_BYTES);
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            synchronized (FaultyDirectory.this) {
                if (off) throw new IOException("the power is off");
                if (readFails) {
                    readFails = false;
                    readsFailed++;
                    throw new IOException("Input/output error");
                }
                int n = (int) Math.min(into.remaining(), inode.now.size - position);
                if (n <= 0) return into.hasRemaining() ? -1 : 0;
                into.put(inode.now.bytes, (int) position, n);
                return n;
            }
        }

        @Override
        public long size() {
            synchronized (FaultyDirectory.this) {
                return inode.now.size;
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            synchronized (FaultyDirectory.this) {
                change("cut of " + name);
                Change cut = Change.cut((int) size);
                cut.applyTo(inode.now);
                inode.pending.add(cut);
            }
        }

        @Override
        public void force(boolean metadata) throws IOException {
            synchronized (FaultyDirectory.this) {
                change("force of " + name);
                if (++forces == failingForce) {
                    // After a failed force of a file, the page cache marks the lost bytes as clean.
                    // A failed force does not lose cuts of the file, because the file system's
                    // journal holds the cuts.
                    inode.dropped |= inode.pending.removeIf(change -> change.bytes != null);
                    forcesFailed++;
                    if (lie == Lie.HIDES_FAILED_FORCES) return;
                    throw new IOException("Input/output error");
                }
                if (lie == Lie.FORCES_NO_FILE) return;
                for (Change change : inode.pending) change.applyTo(inode.durable);
                inode.pending.clear();
            }
        }

        @Override
        public void close() {}
    }
}
