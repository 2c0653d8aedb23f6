package io.abcast.ordering.fbp;

import io.abcast.ordering.fbp.FbpMessage.AdmissionAsk;
import io.abcast.ordering.log.Allowance;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Refusals.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * The members that have lost their votes and ask to be admitted as voters again. When a member asks for admission, the
 * receiving member suspects the present leader, so that the next regency begins. The receiving member names the asking
 * member in its reports for all regencies that it enters after the question. The first admission question of a member
 * ends a regency (leader's term) at once. A member that asks for admission again within ten minutes must wait. The wait
 * of a member that asks again doubles with each repetition, up to 16 election timeouts. So the admission questions of a
 * lying member end only few regencies. An honest member that has restarted often waits only for a bounded time.
 *
 * <p>{@link Certificate#admitted} explains why it is safe that an admitted member votes.
 */
final class FbpAdmissions {
    private static final long MINUTES_TEN_NANOS = 600_000_000_000L;

    /** Maximum wait of a member that asks for admission again, in election timeouts. */
    private static final int WAIT_TIMEOUTS_MAX = 16;

    /**
     * Number of retry intervals after its arrival for which an admission question counts. The asking member sends its
     * admission question in each retry interval.
     */
    private static final int RETRIES_MAX = 4;

    /** State of the admission questions that one other member has sent. */
    private static final class Asker {
        /**
         * The asking member and its storage, as its last question names them; {@code null} if the member has not asked
         * since its admission.
         */
        Candidate candidate;

        /** Time in ns of the last admission question of the asking member. */
        long askedNanos;

        /** The regency (leader's term) of this (the receiving) member when the admission question arrived. */
        long regency;

        long waitNanos;
        long endedNanos = -MINUTES_TEN_NANOS;
    }

    private final Ports ports;
    private final EraSigner signer;
    private final Allowance verifications;

    /** For each member, by rank: the state of the member's admission questions. */
    private final Asker[] askers;

    private long admissions;

    FbpAdmissions(Ports ports, EraSigner signer) {
        this.ports = ports;
        this.signer = signer;
        verifications = new Allowance(ports, 1);
        askers = new Asker[ports.members().size()];
        for (int rank = 0; rank < askers.length; rank++) askers[rank] = new Asker();
    }

    /** Asks all other members to admit this member as a voter. */
    void ask() {
        Candidate own = new Candidate(ports.id(), ports.incarnation());
        ports.broadcast(new AdmissionAsk(own.incarnation(), signer.sign(own.content())));
    }

    /**
     * Handles the message in which member {@code from} asks for its admission as a voter.
     *
     * @param regency the regency (leader's term) that this member has entered last
     * @param present the certificate of {@code regency}; {@code null} if the certificate has not arrived yet
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

    /** The asking members that this member's report for {@code regency} must name. */
    List<Candidate> named(long regency) {
        List<Candidate> named = new ArrayList<>();
        for (Asker asker : askers)
            if (isWaiting(asker) && asker.regency < regency) named.add(asker.candidate);
        return List.copyOf(named);
    }

    /**
     * Whether the member in {@code asker} still asks for admission. A member stops asking for admission for one of two
     * reasons. Either a certificate that this member has not received has admitted the asking member, or the operator
     * has bootstrapped the asking member.
     */
    private boolean isWaiting(Asker asker) {
        long sinceNanos = ports.nowNanos() - asker.askedNanos;
        return asker.candidate != null && sinceNanos <= RETRIES_MAX * ports.config().retryNanos();
    }

    /**
     * Whether the present regency (leader's term) must end because a member asks for its admission as a voter. If
     * {@code endsRegency} returns true, the caller must end the regency (leader's term), because this class then counts
     * the regency as ended.
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

    /**
     * Handles the certificate of a regency (leader's term): members that the certificate admits no longer ask for
     * admission.
     */
    void onCertified(Certificate certificate) {
        for (Candidate candidate : certificate.admitted()) {
            Asker asker = askers[ports.members().rank(candidate.member())];
            if (!candidate.equals(asker.candidate)) continue;
            asker.candidate = null;
            admissions++;
        }
    }

    /** Number of members that certificates have admitted since this member started. */
    long count() {
        return admissions;
    }
}
