/**
 * EPaxos (Ryabinin, Gotsman and Sutra 2025), a replication protocol without a leader. By consensus, the members agree
 * on batches of requests and on the dependencies between batches, and execute the batches in an order that respects
 * these dependencies. The page docs/protocols/epaxos.md describes the protocol.
 *
 * <p>Terms in the comments of this package:
 *
 * <ul>
 *   <li>An <em>instance</em> is one decision about a batch of requests. The member that opens an instance is its
 *       <em>origin</em> and its <em>initial coordinator</em>.
 *   <li>The <em>dependencies</em> of an instance are a set X of instances and a <em>frontier</em> phi. The frontier has
 *       one number for each member: all instances that this member opened up to this number are dependencies.
 *   <li>A <em>fast vote</em> is a vote in ballot 0 for exactly the proposed dependencies. Fast votes of n-e members, a
 *       fast quorum, commit an instance on the <em>fast path</em>, after one round trip. With fewer than n-e fast
 *       votes, the coordinator takes the <em>slow path</em>, which needs a second round trip.
 *   <li>A <em>Nop</em> is the value without requests. A recovery decides Nop for an instance if its proposed value
 *       cannot be decided safely.
 *   <li>A member <em>drops</em> an instance when it deletes the decision and the payloads, because enough members have
 *       executed the instance. The <em>drop line</em> of a member is, for each origin, the number up to which it has
 *       dropped all instances.
 *   <li>A <em>learner</em> is a member that has lost its storage. A learner executes decided instances and never votes
 *       again.
 * </ul>
 */
package io.abcast.ordering.epaxos;
