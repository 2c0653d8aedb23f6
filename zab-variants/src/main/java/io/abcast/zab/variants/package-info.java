/**
 * The faster Zabs of EL-Sanosi 2018, chapters 3 and 4, each a policy over the one Zab of {@code io.abcast.zab}, and the two that go
 * beyond the thesis: a coin that follows what it measures, and AUTO. {@link io.abcast.zab.variants.Variants} lists them.
 */
package io.abcast.zab.variants;
