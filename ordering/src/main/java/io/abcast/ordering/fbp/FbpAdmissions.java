package io.abcast.ordering.fbp;

import io.abcast.ordering.fbp.FbpMessage.AdmissionAsk;
import io.abcast.ordering.log.Allowance;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Refusals.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the members that have lost their votes and ask to be admitted as voters again. When a member asks for
 * admission, each member that receives the question suspects the present leader, so that the next regency (leader's
 * term) begins. In its reports for the regencies that it enters after the question, the receiver names the asking
 * member. The first admission question of a member ends a regency at once. A member that asks again within ten minutes
 * must wait, twice as long each time, up to 16 election timeouts. So a lying member can end only few regencies with its
 * questions, and an honest member that restarts often waits only for a bounded time.
 *
 * <p>{@link Certificate#admitted} explains why it is safe that an admitted member votes.
 */
final class FbpAdmissions {
    private static final long MINUTES_TEN_NANOS = 600_000_000_000L;

    /** Maximum wait of a member that asks for admission again, in election timeouts. */
    private static final int WAIT_TIMEOUTS_MAX = 16;

    /**
     * Number of retry intervals for which an admission question counts after its arrival. The asking member sends its
     * admission question in each retry interval.
     */
    private static final int RETRIES_MAX = 4;

    /** Records the admission questions that one other member has sent to this member. */
    private static final class Asker {
        /**
         * The asking member and its storage, as its last question names them; {@code null} if the member has not asked
         * since its admission.
         */
        Candidate candidate;

        /** Time in ns of the last admission question of the asking member. */
        long askedNanos;

        /**
         * The regency (leader's term) in which this member was when the admission question of the asking member
         * arrived.
         */
        long regency;

        long waitNanos;
        long endedNanos = -MINUTES_TEN_NANOS;
    }

    private final Ports ports;
    private final EraSigner signer;
    private final Allowance verifications;

    /** For each member, by rank: the admission questions that the member has sent. */
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
     * Records that member {@code from} asks for its admission as a voter, if its signature is valid.
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
     * Whether the member in {@code asker} still asks for admission. A member stops asking if its operator has
     * bootstrapped it, or if a certificate that has not arrived at this member has admitted it.
     */
    private boolean isWaiting(Asker asker) {
        long sinceNanos = ports.nowNanos() - asker.askedNanos;
        return asker.candidate != null && sinceNanos <= RETRIES_MAX * ports.config().retryNanos();
    }

    /**
     * Whether the present regency (leader's term) must end because a member asks for its admission as a voter. If
     * {@code endsRegency} returns true, the caller must suspect the present leader, because {@code endsRegency} has
     * then started the next wait of the asking member.
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

    /** Forgets the admission questions of the members that {@code certificate} admits. */
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
