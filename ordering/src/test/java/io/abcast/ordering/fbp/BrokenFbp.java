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

    public static Fbp unsigned(Ports ports, FbpQuorums quorums, Signer signer) {
        return new Fbp(
                ports,
                quorums,
                signer,
                new FbpAcceptor(quorums, inEra(ports, signer), Fbp.span(ports)),
                new FbpLearner(quorums),
                new SignedBatches(ports, Signer.TRUSTING));
    }

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
