package io.abcast.ordering.fbp;

import io.abcast.ordering.fbp.FbpMessage.AdmissionAsk;
import io.abcast.ordering.log.Allowance;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Refusals.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * Members that have lost their votes and ask for admission. When a member asks, this member suspects the present
 * leader, so that the next regency begins. In its reports for all regencies that it enters after the question, this
 * member names the asking member. The first question of a member ends a regency at once. A member that asks again
 * within ten minutes must wait. The wait doubles with each repetition, up to 16 election timeouts. So the questions of
 * a lying member end only few regencies, and an honest member that has restarted often waits only for a bounded time.
 *
 * <p>{@link Certificate#admitted} explains why an admission is safe.
 */
final class FbpAdmissions {
    private static final long MINUTES_TEN_NANOS = 600_000_000_000L;

    /** Maximum wait of a member that asks again, in election timeouts. */
    private static final int WAIT_TIMEOUTS_MAX = 16;

    /** Number of retry intervals for which a question counts. The sender repeats its question in each interval. */
    private static final int RETRIES_MAX = 4;

    /** State of the admission questions of one member. */
    private static final class Asker {
        /**
         * The candidacy of the member since its last question; {@code null} if it has not asked since its admission.
         */
        Candidate candidate;

        /** Time of the member's last question, in ns. */
        long askedNanos;

        /** The regency of the receiving member when the question arrived. */
        long regency;

        long waitNanos;
        long endedNanos = -MINUTES_TEN_NANOS;
    }

    private final Ports ports;
    private final EraSigner signer;
    private final Allowance verifications;

    /** By rank of the asking member: the state of its questions. */
    private final Asker[] askers;

    private long admissions;

    FbpAdmissions(Ports ports, EraSigner signer) {
        this.ports = ports;
        this.signer = signer;
        verifications = new Allowance(ports, 1);
        askers = new Asker[ports.members().size()];
        for (int rank = 0; rank < askers.length; rank++) askers[rank] = new Asker();
    }

    /** Asks all other members to admit this member. */
    void ask() {
        Candidate own = new Candidate(ports.id(), ports.incarnation());
        ports.broadcast(new AdmissionAsk(own.incarnation(), signer.sign(own.content())));
    }

    /**
     * Handles a question of a member.
     *
     * @param regency the present regency
     * @param present the certificate of the present regency; {@code null} if the regency has no certificate yet
     */
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

    /** The members that a report for {@code regency} must name. */
    List<Candidate> named(long regency) {
        List<Candidate> named = new ArrayList<>();
        for (Asker asker : askers)
            if (isWaiting(asker) && asker.regency < regency) named.add(asker.candidate);
        return List.copyOf(named);
    }

    /**
     * Whether the member still asks for admission. A member that has stopped asking either was admitted by a
     * certificate that this member has not received, or votes because its operator has bootstrapped it.
     */
    private boolean isWaiting(Asker asker) {
        long sinceNanos = ports.nowNanos() - asker.askedNanos;
        return asker.candidate != null && sinceNanos <= RETRIES_MAX * ports.config().retryNanos();
    }

    /**
     * Whether the present regency must end because a member asks for admission. If the answer is true, the caller must
     * end the regency, because this class then counts the regency as ended.
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

    /** Handles the certificate of a regency. */
    void onCertified(Certificate certificate) {
        for (Candidate candidate : certificate.admitted()) {
            Asker asker = askers[ports.members().rank(candidate.member())];
            if (!candidate.equals(asker.candidate)) continue;
            asker.candidate = null;
            admissions++;
        }
    }

    /** Number of members admitted since the start. */
    long count() {
        return admissions;
    }
}
