package io.abcast.jgroups.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.ordering.camu.LinkRule;
import io.abcast.ordering.camu.PartitionMap;
import org.junit.jupiter.api.Test;

class LinkSettingsTest {
    private static final PartitionMap MAP = PartitionMap.parse("A=1;B=1;C=1;D=1");

    private static LinkSettings parse(String text) {
        return LinkSettings.parse(text, MAP);
    }

    @Test
    void aListOpensLinksBothWaysAndOneWay() {
        LinkSettings links = parse("A-B, C&gt;D");
        assertTrue(links.isOpen(0, 1) && links.isOpen(1, 0) && links.isOpen(2, 3));
        assertFalse(links.isOpen(3, 2) || links.isOpen(0, 2));
        assertEquals(LinkRule.FIXED, links.rule());
    }

    @Test
    void underARuleNoLinkIsOpenAtTheStart() {
        assertEquals(LinkRule.AUTO, parse("auto").rule());
        assertEquals(LinkRule.share(75, 25), parse(" share:75/25 ").rule());
        for (int from = 0; from < MAP.size(); from++)
            for (int to = 0; to < MAP.size(); to++) assertFalse(parse("auto").isOpen(from, to));
        assertEquals(LinkRule.FIXED, parse("on").rule());
    }

    @Test
    void anErrorSaysWhatWasExpected() {
        for (String wrong :
                new String[] {"share:75", "share:25/75", "share:101/1", "automatic", "A-A"}) {
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> parse(wrong), wrong);
            assertTrue(e.getMessage().startsWith("links: expected"), e.getMessage());
        }
    }
}
