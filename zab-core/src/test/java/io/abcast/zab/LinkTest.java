package io.abcast.zab;

import static io.abcast.zab.Link.Verdict.GAP;
import static io.abcast.zab.Link.Verdict.NEXT;
import static io.abcast.zab.Link.Verdict.REPEAT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.zab.LinkMessage.NewEpoch;
import org.junit.jupiter.api.Test;

class LinkTest {
    @Test
    void numbersFramesFromOne() {
        Link link = new Link(2, 42);
        assertEquals(
                new ZabMessage.Frame(42, 1, new NewEpoch(3, 0, 9, 0, 2)),
                link.next(new NewEpoch(3, 0, 9, 0, 2)));
        assertEquals(2, link.next(new NewEpoch(4, 0, 9, 0, 2)).sequence());
    }

    @Test
    void dropsRepeatsAndDetectsGaps() {
        Link link = new Link(2, 42);
        assertEquals(NEXT, link.accept(1));
        assertEquals(REPEAT, link.accept(1));
        assertEquals(NEXT, link.accept(2));
        assertEquals(GAP, link.accept(4));
        assertEquals(REPEAT, link.accept(1));
        assertEquals(NEXT, link.accept(3), "a reported gap does not change the link's state");
    }
}
