package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Value;
import java.util.List;

/** Creates mutants of the FBP engine: each has one part with a broken rule, and a checker must find the fault. */
public final class BrokenFbp {
    private BrokenFbp() {}

    private static EraSigner inEra(Ports ports, Signer signer) {
        return new EraSigner(signer, ports::era);
    }

    private static Fbp with(Ports ports, FbpQuorums quorums, Signer signer, FbpAcceptor acceptor) {
        return new Fbp(
                ports,
                quorums,
                signer,
                acceptor,
                new FbpLearner(quorums),
                new SignedBatches(ports, signer));
    }

    /**
     * Creates an engine that trusts its leader without checks. The engine accepts values that the leader's certificate
     * forbids, and requests without a signature of their origin.
     */
    public static Fbp credulous(Ports ports, FbpQuorums quorums, Signer signer) {
        return new Fbp(
                ports,
                quorums,
                signer,
                new FbpAcceptor(quorums, inEra(ports, signer), Fbp.span(ports)) {
                    @Override
                    boolean mayAccept(long slot, Value value) {
                        return true;
                    }
                },
                new FbpLearner(quorums),
                new SignedBatches(ports, Signer.TRUSTING));
    }

    /** Creates an engine that does not verify the signatures of requests' origins. */
    public static Fbp unsigned(Ports ports, FbpQuorums quorums, Signer signer) {
        return new Fbp(
                ports,
                quorums,
                signer,
                new FbpAcceptor(quorums, inEra(ports, signer), Fbp.span(ports)),
                new FbpLearner(quorums),
                new SignedBatches(ports, Signer.TRUSTING));
    }

    /** Creates an engine that accepts any reports as a certificate, including forged reports and too few reports. */
    static Fbp unverifying(Ports ports, FbpQuorums quorums, Signer signer) {
        return with(
                ports,
                quorums,
                signer,
                new FbpAcceptor(quorums, inEra(ports, signer), Fbp.span(ports)) {
                    @Override
                    boolean isValid(Certificate shown, long ofRegency, Membership members) {
                        return true;
                    }
                });
    }

    /**
     * Creates an engine that reports to a new leader only its votes after the slot that is one window below the last
     * applied slot. The engine drops earlier votes without a proof that no later leader needs them.
     */
    static Fbp forgetful(Ports ports, FbpQuorums quorums, Signer signer) {
        return with(
                ports,
                quorums,
                signer,
                new FbpAcceptor(quorums, inEra(ports, signer), Fbp.span(ports)) {
                    @Override
                    Report report(int member, List<Candidate> candidates) {
                        Report all = super.report(member, candidates);
                        long from = ports.applied() - ports.config().window();
                        List<Report.Vote> some =
                                all.votes().stream().filter(vote -> vote.slot() > from).toList();
                        return Report.signed(
                                member,
                                all.regency(),
                                all.checkpoint(),
                                some,
                                inEra(ports, signer));
                    }
                });
    }

    /** Creates an engine that decides a slot with one vote less than required. */
    static Fbp hasty(Ports ports, FbpQuorums quorums, Signer signer) {
        return new Fbp(
                ports,
                quorums,
                signer,
                new FbpAcceptor(quorums, inEra(ports, signer), Fbp.span(ports)),
                new FbpLearner(quorums) {
                    @Override
                    boolean isQuorum(int acceptors) {
                        return super.isQuorum(acceptors + 1);
                    }
                },
                new SignedBatches(ports, signer));
    }
}
