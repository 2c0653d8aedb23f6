package io.abcast.jgroups;

/** A linearizable read on its way through the loop. */
final class Read implements LoopEvent {
    /** What a read counts for in the inbox. */
    static final int BYTES = 64;

    private final ReadCallback callback;
    private boolean told;

    Read(ReadCallback callback) {
        this.callback = callback;
    }

    void ready() {
        if (told) return;
        told = true;
        callback.onReady();
    }

    void failed(AbcastException why) {
        if (told) return;
        told = true;
        callback.onFailed(why);
    }

    @Override
    public void on(EventLoop loop) {
        loop.read(this);
    }

    @Override
    public void dropped(AbcastException why) {
        failed(why);
    }
}
