package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.driver.Hello;
import io.abcast.jgroups.group.FrameGuard.Verdict;
import io.abcast.jgroups.group.Introduction;
import io.abcast.jgroups.group.KeyedGuard;
import io.abcast.jgroups.group.PairKeys;
import io.abcast.jgroups.group.RefusedFrameException;
import io.abcast.jgroups.group.SealedHello;
import io.abcast.jgroups.group.VerificationBudget;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WirePieces;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jgroups.Address;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a process must prove two facts: which server the process is, and that the process runs now. */
final class KeyedGuardTest {
    private static final Membership MEMBERS = Membership.of(1, 2, 3, 4, 5, 6, 7);
    private static final String GROUP = "FBP " + MEMBERS;
    private static final long SECOND = 1_000_000_000;

    @TempDir private Path dir;
    private Path keys;
    private final List<String> lines = new ArrayList<>();
    private long nowNanos = 5;

    private final class Party {
        final int id;
        final Address address;
        final KeyedGuard guard;
        long incarnation = 1;

        Party(int id) {
            this(id, id, UUID.randomUUID());
        }

        Party(int id, int keyOf, Address address) {
            this.id = id;
            this.address = address;
            KeySigner signer = new KeySigner(keys, keyOf, MEMBERS);
            guard =
                    new KeyedGuard(
                            id, MEMBERS, GROUP, address, signer, (of, line) -> lines.add(line));
        }

        byte[] hello(Party to) {
            return guard.seal(
                    to.address, new Hello(id, incarnation, true, true, to.id, 0, false, 1, GROUP));
        }

        Verdict takes(Address from, byte[] hello) {
            Object parsed = guard.hello(new WireReader(hello));
            return guard.admit(from, (SealedHello) parsed, nowNanos);
        }

        byte[] frame(Party to, String text) {
            WireWriter out = new WireWriter(64).raw(text.getBytes(StandardCharsets.UTF_8));
            guard.seal(to.address, out);
            return out.toByteArray();
        }

        int checks(Address from, byte[] frame) {
            byte[] inside = new byte[frame.length + 7];
            System.arraycopy(frame, 0, inside, 3, frame.length);
            return guard.check(from, inside, 3, frame.length);
        }
    }

    @BeforeEach
    void make() throws Exception {
        keys = TestKeys.in(dir, 7);
    }

    private void meet(Party a, Party b) {
        assertEquals(Verdict.ASK, b.takes(a.address, a.hello(b)), "a recording would be enough");
        assertEquals(Verdict.PROVEN, a.takes(b.address, b.hello(a)));
        assertEquals(Verdict.PROVEN, b.takes(a.address, a.hello(b)));
    }

    private void meetAgain(Party a, Party b) {
        nowNanos += SECOND;
        assertEquals(Verdict.ASK, b.takes(a.address, a.hello(b)));
        assertEquals(
                Verdict.ASK, a.takes(b.address, b.hello(a)), "a MAC for the earlier incarnation");
        assertEquals(Verdict.PROVEN, b.takes(a.address, a.hello(b)));
        assertEquals(Verdict.PROVEN, a.takes(b.address, b.hello(a)));
    }

    @Test
    void twoProcessesAuthenticateEachOtherInThreeHellos() {
        Party a = new Party(1);
        Party b = new Party(2);
        meet(a, b);
        assertEquals(1, b.checks(a.address, a.frame(b, "from a")));
        assertEquals(2, a.checks(b.address, b.frame(a, "from b")));
        a.incarnation = 5;
        assertEquals(Verdict.PROVEN, b.takes(a.address, a.hello(b)), "b begins to serve");
        assertEquals(1, b.checks(a.address, a.frame(b, "the same keys")));
        assertEquals(Map.of(), a.guard.refused());
        assertEquals(Map.of(), b.guard.refused());
    }

    @Test
    void aServerWithoutTheKeyIsAlwaysRefused() {
        Party victim = new Party(1);
        Party liar = new Party(2, 7, UUID.randomUUID());
        liar.incarnation = 1L << 40;
        assertEquals(Verdict.REFUSED, victim.takes(liar.address, liar.hello(victim)));
        Party twin = new Party(1, 7, UUID.randomUUID());
        assertEquals(Verdict.REFUSED, victim.takes(twin.address, twin.hello(victim)));
        assertEquals(Map.of(2, 1L, 1, 1L), victim.guard.refused());
        assertTrue(lines.get(0).contains("signature is invalid"), lines::toString);
        assertEquals(-1, victim.checks(liar.address, new byte[40]), "expected agreed keys");
        assertThrows(
                IllegalArgumentException.class, () -> victim.frame(liar, "to an unknown process"));
    }

    @Test
    void aSignatureIsValidForOneAddressOneGroupAndOneServer() {
        Party a = new Party(1);
        Party b = new Party(2);
        Party liar = new Party(7);
        byte[] hello = a.hello(b);
        assertEquals(Verdict.REFUSED, b.takes(liar.address, hello), "from the liar's address");
        SealedHello parsed = (SealedHello) b.guard.hello(new WireReader(hello));
        Introduction its = parsed.introduction();
        for (Introduction other :
                List.of(
                        new Introduction(
                                3,
                                its.incarnation(),
                                GROUP,
                                its.address(),
                                its.agreement(),
                                its.signature()),
                        new Introduction(
                                1, 99, GROUP, its.address(), its.agreement(), its.signature()),
                        new Introduction(
                                1,
                                its.incarnation(),
                                "FBP 1",
                                its.address(),
                                its.agreement(),
                                its.signature()),
                        new Introduction(
                                1,
                                its.incarnation(),
                                GROUP,
                                Introduction.bytes(liar.address),
                                its.agreement(),
                                its.signature()),
                        new Introduction(
                                1,
                                its.incarnation(),
                                GROUP,
                                its.address(),
                                liar(its),
                                its.signature()))) {
            Hello says =
                    new Hello(
                            other.id(),
                            other.incarnation(),
                            true,
                            true,
                            2,
                            0,
                            false,
                            1,
                            other.group());
            byte[] forged =
                    SealedHello.content(other, 1, says)
                            .raw(new byte[PairKeys.MAC_BYTES])
                            .toByteArray();
            Address from = other.isAt(liar.address) ? liar.address : a.address;
            assertEquals(Verdict.REFUSED, b.takes(from, forged), other::toString);
        }
    }

    private byte[] liar(Introduction notOf) {
        Party liar = new Party(7);
        SealedHello hello =
                (SealedHello) liar.guard.hello(new WireReader(liar.hello(new Party(1))));
        assertFalse(Arrays.equals(notOf.agreement(), hello.introduction().agreement()));
        return hello.introduction().agreement();
    }

    @Test
    void aHelloThatContradictsItsIntroductionIsMalformed() {
        Party a = new Party(1);
        Party b = new Party(2);
        SealedHello hello = (SealedHello) b.guard.hello(new WireReader(a.hello(b)));
        Hello other = new Hello(3, 1, true, true, 2, 0, false, 1, GROUP);
        byte[] bytes =
                SealedHello.content(hello.introduction(), 1, other)
                        .raw(new byte[PairKeys.MAC_BYTES])
                        .toByteArray();
        assertThrows(MalformedFrameException.class, () -> b.guard.hello(new WireReader(bytes)));
    }

    @Test
    void recordedHellosTriggerAtMostAnAnswer() {
        Party a = new Party(1);
        Party b = new Party(2);
        meet(a, b);
        byte[] recorded = a.hello(b);
        assertEquals(Verdict.PROVEN, b.takes(a.address, recorded));
        assertEquals(Verdict.IGNORED, b.takes(a.address, recorded), "again");
        Party newB = new Party(2);
        assertEquals(Verdict.ASK, newB.takes(a.address, recorded));
        assertEquals(Verdict.IGNORED, newB.takes(a.address, recorded), "one answer in 200 ms");
        assertEquals(Verdict.REFUSED, newB.takes(UUID.randomUUID(), recorded));
        Party newA = new Party(1);
        assertEquals(Verdict.ASK, newA.takes(a.address, recorded), "its own former introduction");
        meet(newA, newB);
        for (int i = 0; i < 10; i++) {
            nowNanos += SECOND;
            assertTrue(newB.takes(a.address, recorded) != Verdict.PROVEN);
            assertTrue(newA.takes(a.address, recorded) != Verdict.PROVEN);
        }
        assertEquals(1, newB.checks(newA.address, newA.frame(newB, "undisturbed")));
    }

    @Test
    void recordedFramesAreInvalidAfterARestartOfEitherSide() {
        Party a = new Party(1);
        Party b = new Party(2);
        meet(a, b);
        byte[] recorded = a.frame(b, "recorded");
        assertEquals(1, b.checks(a.address, recorded));
        assertEquals(
                1,
                b.checks(a.address, recorded),
                "repeated in the same incarnation: the protocol tolerates it");
        Party again = new Party(1, 1, a.address);
        meetAgain(again, b);
        assertThrows(RefusedFrameException.class, () -> b.checks(a.address, recorded));
        Party newB = new Party(2, 2, b.address);
        Party thirdA = new Party(1, 1, a.address);
        meet(thirdA, newB);
        assertThrows(RefusedFrameException.class, () -> newB.checks(a.address, recorded));
        assertEquals(Map.of(1, 1L), newB.guard.refused());
    }

    @Test
    void framesOfOtherSendersForOtherReceiversAndChangedFramesAreRefused() {
        Party a = new Party(1);
        Party b = new Party(2);
        Party liar = new Party(7);
        meet(a, b);
        meet(liar, b);
        meet(a, liar);
        assertThrows(
                RefusedFrameException.class,
                () -> b.checks(a.address, liar.frame(b, "posing")),
                "the liar's MAC under the address of 1");
        assertEquals(7, b.checks(liar.address, liar.frame(b, "as itself")));
        assertThrows(
                RefusedFrameException.class,
                () -> b.checks(a.address, a.frame(liar, "for the liar")));
        assertThrows(
                RefusedFrameException.class, () -> a.checks(b.address, a.frame(b, "reflected")));
        byte[] frame = a.frame(b, "changed");
        for (int i = 0; i < frame.length; i++) {
            byte[] changed = frame.clone();
            changed[i] ^= 1;
            assertThrows(RefusedFrameException.class, () -> b.checks(a.address, changed));
        }
        for (int bytes = 0; bytes <= PairKeys.MAC_BYTES; bytes++) {
            byte[] cut = Arrays.copyOf(frame, bytes);
            assertThrows(RefusedFrameException.class, () -> b.checks(a.address, cut));
        }
    }

    @Test
    void theMacCoversPiecesWithTheirPlaces() {
        Party a = new Party(1);
        Party b = new Party(2);
        meet(a, b);
        WireWriter out =
                WireWriter.gathering(16, 4).u8(1).bytes(new byte[9]).u8(2).bytes(new byte[9]);
        WirePieces plain = out.toPieces();
        WirePieces sealed = a.guard.seal(b.address, plain);
        assertEquals(1, b.guard.check(a.address, sealed));
        assertArrayEquals(
                Arrays.copyOf(plain.head(), plain.headBytes()),
                Arrays.copyOf(sealed.head(), plain.headBytes()));
        WirePieces moved =
                new WirePieces(
                        sealed.head(),
                        sealed.headBytes(),
                        new int[] {1, sealed.cut(1)},
                        new byte[][] {sealed.piece(0), sealed.piece(1)},
                        2);
        assertThrows(RefusedFrameException.class, () -> b.guard.check(a.address, moved));
        byte[] flat = Arrays.copyOf(sealed.head(), sealed.headBytes());
        assertThrows(RefusedFrameException.class, () -> b.checks(a.address, flat));
    }

    @Test
    void anAddressStaysWithTheServerThatAuthenticatedThere() {
        Party a = new Party(1);
        Party b = new Party(2);
        meet(a, b);
        Party liar = new Party(7, 7, a.address);
        assertEquals(Verdict.REFUSED, b.takes(a.address, liar.hello(b)));
        assertEquals(1, b.checks(a.address, a.frame(b, "still")));
    }

    @Test
    void aRestartedProcessTakesOverItsAddressOnlyByAProof() {
        Party a = new Party(1);
        Party b = new Party(2);
        meet(a, b);
        nowNanos += SECOND;
        Party again = new Party(1, 1, a.address);
        assertEquals(Verdict.ASK, b.takes(a.address, again.hello(b)));
        assertEquals(1, b.checks(a.address, a.frame(b, "not proven yet")));
        again.takes(b.address, b.hello(again));
        assertEquals(Verdict.PROVEN, b.takes(a.address, again.hello(b)));
        assertEquals(1, b.checks(a.address, again.frame(b, "proven")));
        assertThrows(
                RefusedFrameException.class, () -> b.checks(a.address, a.frame(b, "of before")));
    }

    @Test
    void aFloodOfIntroductionsCostsFewVerificationsAndNoneOfTheViewsBudget() {
        Party b = new Party(2);
        Party a = new Party(1);
        b.guard.onView(List.of(a.address, b.address));
        for (int i = 0; i < 2 * VerificationBudget.OUTSIDE; i++) {
            Party liar = new Party(7);
            Verdict verdict = b.takes(liar.address, liar.hello(b));
            assertEquals(i < VerificationBudget.OUTSIDE ? Verdict.ASK : Verdict.REFUSED, verdict);
        }
        meet(a, b);
        assertEquals(1, b.checks(a.address, a.frame(b, "served")));
    }

    @Test
    void theNumberOfProcessesPerServerIsBounded() {
        Party b = new Party(2);
        Party honest = new Party(7);
        meet(honest, b);
        for (int i = 0; i < 20; i++) {
            Party copy = new Party(7);
            nowNanos += SECOND;
            assertEquals(Verdict.ASK, b.takes(copy.address, copy.hello(b)));
        }
        assertEquals(
                7,
                b.checks(
                        honest.address,
                        honest.frame(b, "authenticated processes are dropped last")));
    }
}
