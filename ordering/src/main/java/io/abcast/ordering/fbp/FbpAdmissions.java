package io.abcast.ordering.fbp;

import io.abcast.ordering.fbp.FbpMessage.AdmissionAsk;
import io.abcast.ordering.log.Allowance;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Refusals.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the members that have lost their votes and ask to be admitted as voters again. Each receiver of an admission
 * question suspects the present leader and names the asking member in its next reports, so that the next regency
 * (leader's term) admits the member. A member that asks again within ten minutes must wait, twice as long each time, up
 * to 16 election timeouts, so that a lying member can end only few regencies.
 *
 * <p>{@link Certificate#admitted} explains why it is safe that an admitted member votes.
 */
final class FbpAdmissions {
    private static final long MINUTES_TEN_NANOS = 600_000_000_000L;

    /** Maximum wait of a member that asks for admission again, in election timeouts. */
    private static final int WAIT_TIMEOUTS_MAX = 16;

    /**
     * Number of retry intervals for which an admission question counts; the asking member repeats its question in each
     * retry interval.
     */
    private static final int RETRIES_MAX = 4;

    private static final class Asker {
        Candidate candidate;

        long askedNanos;

        long regency;

        long waitNanos;
        long endedNanos = -MINUTES_TEN_NANOS;
    }

    private final Ports ports;
    private final EraSigner signer;
    private final Allowance verifications;

    private final Asker[] askers;

    private long admissions;

    FbpAdmissions(Ports ports, EraSigner signer) {
        this.ports = ports;
        this.signer = signer;
        verifications = new Allowance(ports, 1);
        askers = new Asker[ports.members().size()];
        for (int rank = 0; rank < askers.length; rank++) askers[rank] = new Asker();
    }

    void ask() {
        Candidate own = new Candidate(ports.id(), ports.incarnation());
        ports.broadcast(new AdmissionAsk(own.incarnation(), signer.sign(own.content())));
    }

    void onAsk(int from, AdmissionAsk m, long regency, Certificate present) {
        Candidate candidate = new Candidate(from, m.incarnation());
        Asker asker = askers[ports.members().rank(from)];
        if (!ports.voter() || from == ports.id()) return;
        if (candidate.equals(asker.candidate)) {
            asker.askedNanos = ports.nowNanos();
            return;
        }
        if (present != null && present.admitted().contains(candidate)) return;
        if (!verifications.take(from)) {
            ports.refuse(from, m, Reason.BOUND);
        } else if (!signer.verify(from, candidate.content(), m.signature())) {
            ports.refuse(from, m, Reason.SIGNATURE);
        } else {
            asker.candidate = candidate;
            asker.askedNanos = ports.nowNanos();
            asker.regency = regency;
        }
    }

    List<Candidate> named(long regency) {
        List<Candidate> named = new ArrayList<>();
        for (Asker asker : askers)
            if (isWaiting(asker) && asker.regency < regency) named.add(asker.candidate);
        return List.copyOf(named);
    }

    /**
     * Whether the member in {@code asker} still asks; it stops asking if its operator has bootstrapped it, or a
     * certificate that has not arrived here has admitted it.
     */
    private boolean isWaiting(Asker asker) {
        long sinceNanos = ports.nowNanos() - asker.askedNanos;
        return asker.candidate != null && sinceNanos <= RETRIES_MAX * ports.config().retryNanos();
    }

    /**
     * Whether the regency (leader's term) must end so that a member is admitted. After the result true, the caller must
     * suspect the leader, because the member's next wait has begun.
     */
    boolean endsRegency() {
        boolean ends = false;
        long now = ports.nowNanos();
        for (Asker asker : askers) {
            if (!isWaiting(asker)) continue;
            if (now - asker.endedNanos >= MINUTES_TEN_NANOS) asker.waitNanos = 0;
            if (now - asker.endedNanos < asker.waitNanos) continue;
            asker.endedNanos = now;
            long timeoutNanos = ports.config().electionTimeoutNanos();
            long doubledNanos = Math.max(2 * timeoutNanos, 2 * asker.waitNanos);
            asker.waitNanos = Math.min(WAIT_TIMEOUTS_MAX * timeoutNanos, doubledNanos);
            ends = true;
        }
        return ends;
    }

    void onCertified(Certificate certificate) {
        for (Candidate candidate : certificate.admitted()) {
            Asker asker = askers[ports.members().rank(candidate.member())];
            if (!candidate.equals(asker.candidate)) continue;
            asker.candidate = null;
            admissions++;
        }
    }

    long count() {
        return admissions;
    }
}
