/**
 * The faster variants of Zab of EL-Sanosi 2018, chapters 3 and 4, each one a policy of the common {@code
 * io.abcast.zab}. Two go beyond the thesis: a coin that adapts to its measurements, and AUTO. {@link
 * io.abcast.zab.variants.Variants} lists all.
 */
package io.abcast.zab.variants;
