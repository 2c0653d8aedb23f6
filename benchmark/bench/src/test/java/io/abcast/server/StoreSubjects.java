package io.abcast.server;

import io.abcast.benchmark.micro.Subject;
import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.Command;
import io.abcast.client.wire.FrameDecoder;
import io.abcast.client.wire.Op;
import io.abcast.load.Payload;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;

/**
 * Measured subjects for the key-value store, and for the path of a client's request to the store. The class is in this
 * package because the tables of the store are package-private.
 */
public final class StoreSubjects {
    private static final int PAYLOAD_BYTES = 1024;
    private static final int KEYS = 10_000;

    private StoreSubjects() {}

    public static Subject keyTable() {
        KeyTable table = new KeyTable();
        byte[][] keys = keys();
        byte[] bytes = new byte[PAYLOAD_BYTES];
        for (byte[] key : keys) table.put(new Key(key), 1, bytes, 0);
        return new Subject() {
            private long version = 1;

            @Override
            public int turn() {
                version++;
                byte[] key = keys[(int) (version % KEYS)];
                table.put(new Key(key), version, bytes, 0);
                return 1;
            }
        };
    }

    public static Subject abdeliver() {
        KeyValueStore store = new KeyValueStore(true);
        byte[][] puts = puts();
        for (int i = 0; i < KEYS; i++) store.abdeliver(i + 1, 1, puts[i]);
        return new Subject() {
            private long zxid = KEYS;

            @Override
            public int turn() {
                zxid++;
                WriteResult result = store.abdeliver(zxid, 1, puts[(int) (zxid % KEYS)]);
                if (!result.equals(WriteResult.OK)) throw new AssertionError(result);
                return 1;
            }
        };
    }

    public static Subject command() {
        byte[] key = Payload.key(7);
        byte[] value = new byte[PAYLOAD_BYTES];
        return new Subject() {
            private byte[] last;

            @Override
            public int turn() {
                last = Command.put(0, 0, key, value);
                if (Command.parse(last).keyBytes() != key.length) throw new AssertionError();
                return 1;
            }
        };
    }

    public static Subject frames(int batch) {
        return new Stream(batch);
    }

    private static byte[][] keys() {
        byte[][] keys = new byte[KEYS][];
        for (int i = 0; i < KEYS; i++) keys[i] = Payload.key(i);
        return keys;
    }

    private static byte[][] puts() {
        byte[][] puts = new byte[KEYS][];
        for (int i = 0; i < KEYS; i++)
            puts[i] = Command.put(0, 0, Payload.key(i), new byte[PAYLOAD_BYTES]);
        return puts;
    }

    private static final class Stream extends ChannelInboundHandlerAdapter implements Subject {
        private static final int FRAME_BYTES_MAX = 1 << 20;

        private final int batch;
        private final EmbeddedChannel channel;
        private final ByteBuf bytes;
        private byte[] last;
        private int count;

        Stream(int batch) {
            this.batch = batch;
            channel =
                    new EmbeddedChannel(
                            new FrameDecoder(true, FRAME_BYTES_MAX, ClientFrames.FRAME_BYTES_MAX),
                            this);
            channel.config().setAllocator(PooledByteBufAllocator.DEFAULT);
            channel.writeInbound(
                    UnpooledByteBufAllocator.DEFAULT.buffer(8).writeLong(ClientFrames.HELLO));
            byte[] put = Command.put(0, 0, Payload.key(7), new byte[PAYLOAD_BYTES]);
            bytes = UnpooledByteBufAllocator.DEFAULT.directBuffer();
            for (int i = 0; i < batch; i++) {
                ClientFrames.head(bytes, i, Op.PUT.code(), put.length - 1);
                bytes.writeBytes(put, 1, put.length - 1);
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf frame = (ByteBuf) message;
            frame.skipBytes(Long.BYTES);
            last = new byte[frame.readableBytes()];
            frame.readBytes(last);
            frame.release();
            count += last.length > PAYLOAD_BYTES ? 1 : 0;
        }

        @Override
        public int turn() {
            count = 0;
            channel.writeInbound(bytes.retainedDuplicate());
            if (count != batch) throw new AssertionError(count + " frames");
            return batch;
        }

        @Override
        public void close() {
            channel.finishAndReleaseAll();
            bytes.release();
        }
    }
}
