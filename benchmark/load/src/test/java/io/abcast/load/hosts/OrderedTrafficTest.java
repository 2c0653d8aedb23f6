package io.abcast.load.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OrderedTrafficTest {
    private static final int PAYLOAD_BYTES = 1 << 20;
    private static final int OPEN_MAX = OrderedTraffic.OPEN_BYTES_MAX / PAYLOAD_BYTES;

    private static final class Requests extends OrderedTraffic {
        private final ArrayDeque<byte[]> open = new ArrayDeque<>();

        Requests() {
            super(
                    new HostPlan(
                            "any",
                            0,
                            List.of("127.0.0.1"),
                            1,
                            new ResendIntervals("1s", "1s"),
                            PAYLOAD_BYTES,
                            1,
                            1,
                            1,
                            1,
                            1));
        }

        @Override
        protected void submit(byte[] payload) {
            open.add(payload);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public String state() {
            return "";
        }

        @Override
        public void close() {}
    }

    @Test
    void requestsInFlightAreBoundedAndFailedOnesAreNotCommitted() {
        try (Requests requests = new Requests()) {
            for (int i = 0; i < OPEN_MAX + 2; i++) requests.offer(0);
            assertEquals(OPEN_MAX, requests.open.size());
            assertEquals(OPEN_MAX + 2 + " 2 0 0", requests.line());
            requests.committed(requests.open.remove());
            requests.failed();
            for (int i = 0; i < 3; i++) requests.offer(0);
            assertEquals(OPEN_MAX + 5 + " 3 1 1", requests.line());
        }
    }
}
