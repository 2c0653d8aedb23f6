package io.abcast.kernel.log;

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
 * A directory in memory that is as bad as POSIX allows. What was not forced may be lost in any combination of sectors, what
 * was not synced of the directory itself in any combination of changes; a power cut may come at any operation and tear it; a
 * chosen force fails; the disk fills up.
 */
final class FaultyDirectory implements Directory {
    private static final int SECTOR_BYTES = 64;

    /** What a disk, or a storage that forgets to ask, does not do though it says so. */
    enum Lie {
        NONE,
        FORCES_NO_FILE,
        SYNCS_NO_NAMES
    }

    private interface Change {
        void applyTo(Content content);
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

        void write(byte[] from, int position) {
            if (position + from.length > bytes.length)
                bytes = Arrays.copyOf(bytes, Math.max(position + from.length, bytes.length * 2));
            System.arraycopy(from, 0, bytes, position, from.length);
            size = Math.max(size, position + from.length);
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

    FaultyDirectory() {
        this(Lie.NONE);
    }

    FaultyDirectory(Lie lie) {
        this.lie = lie;
    }

    /** Cuts the power in the middle of the {@code operation}-th change from now. */
    synchronized void cutPowerAt(long operation) {
        powerCutAt = operations + operation;
    }

    /** Lets the {@code force}-th force from now fail. */
    synchronized void failForce(int force) {
        failingForce = forces + force;
    }

    /** Lets writes fail after this many more bytes. */
    synchronized void fillUpAfter(long bytes) {
        bytesLeft = bytes;
    }

    /** Lets writes to such files fail after half of the bytes, from now on. */
    synchronized void fillUpFor(Predicate<String> names) {
        full = names;
    }

    /** Sets the answer of {@link #freeBytes}. */
    synchronized void free(long bytes) {
        free = bytes;
    }

    @Override
    public synchronized long freeBytes() {
        return free;
    }

    /** Changes so far. */
    synchronized long operations() {
        return operations;
    }

    synchronized boolean isOff() {
        return off;
    }

    /** What the disk may hold when the power returns. */
    synchronized FaultyDirectory afterPowerCut(Random random) {
        off = true;
        TreeMap<String, Inode> left = new TreeMap<>(durableNames);
        boolean inOrder = random.nextInt(4) == 0;
        double chance = 0.25 + 0.5 * random.nextDouble();
        for (NameChange change : pendingNames) {
            if (random.nextDouble() < chance) change.applyTo(left);
            else if (inOrder) break;
        }
        FaultyDirectory after = new FaultyDirectory();
        left.forEach(
                (name, inode) -> {
                    Content content = inode.durable.copy();
                    double applied = random.nextInt(4) / 3.0;
                    for (Change change : inode.pending) {
                        if (random.nextDouble() < applied) change.applyTo(content);
                    }
                    after.put(name, content);
                });
        return after;
    }

    /** What is there after the process was killed: all that was written. */
    synchronized FaultyDirectory afterKill() {
        off = true;
        FaultyDirectory after = new FaultyDirectory();
        names.forEach((name, inode) -> after.put(name, inode.now.copy()));
        return after;
    }

    /** The process was killed, the machine runs on: all that was written is there, but not all of it is durable. */
    synchronized void restartProcess() {
        off = false;
        locked = false;
        powerCutAt = Long.MAX_VALUE;
    }

    /** An independent copy of what is there now, all of it durable. */
    synchronized FaultyDirectory copy() {
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

    /** A file's bytes, to be changed in place by tests that damage it. */
    synchronized byte[] bytes(String name) {
        Inode inode = names.get(name);
        inode.now.bytes = Arrays.copyOf(inode.now.bytes, inode.now.size);
        return inode.now.bytes;
    }

    /** Replaces a file's content, durably. */
    synchronized void replace(String name, byte[] bytes) {
        put(name, new Content(bytes.clone(), bytes.length));
    }

    /** Removes a file, durably. */
    synchronized void remove(String name) {
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
                    if (!all.remove(from, inode)) return; // its creation was lost
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
                    interrupted = e; // the torn write: any of its sectors may still arrive
                }
                long room = full.test(name) ? Math.min(bytesLeft, all.length / 2) : bytesLeft;
                if (all.length > room) {
                    all = Arrays.copyOf(all, (int) room);
                    interrupted = new IOException("No space left on device");
                }
                bytesLeft -= all.length;
                for (int at = 0; at < all.length; ) {
                    int offset = (int) position + at;
                    int n = Math.min(all.length - at, SECTOR_BYTES - offset % SECTOR_BYTES);
                    byte[] sector = Arrays.copyOfRange(all, at, at + n);
                    inode.now.write(sector, offset);
                    inode.pending.add(content -> content.write(sector, offset));
                    at += n;
                }
                if (interrupted != null) throw interrupted;
            }
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            synchronized (FaultyDirectory.this) {
                if (off) throw new IOException("the power is off");
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
                inode.now.truncate((int) size);
                inode.pending.add(content -> content.truncate((int) size));
            }
        }

        @Override
        public void force(boolean metadata) throws IOException {
            synchronized (FaultyDirectory.this) {
                change("force of " + name);
                if (++forces == failingForce) {
                    inode.pending.clear(); // the page cache lies from now on
                    throw new IOException("Input/output error");
                }
                if (lie == Lie.FORCES_NO_FILE) return;
                inode.durable = inode.now.copy();
                inode.pending.clear();
            }
        }

        @Override
        public void close() {}
    }
}
