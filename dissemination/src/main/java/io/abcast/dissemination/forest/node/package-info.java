/**
 * ShallowForest's overlays (Tan 2019, sections 4.1 and 6.3): nodes that send payloads directly or over one relay, in
 * the shares that a plan sets. Plans and overlays affect only speed: no safety property of a protocol depends on them.
 */
package io.abcast.dissemination.forest.node;
