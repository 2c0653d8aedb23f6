/** Repeats the evaluation of Mahamdi et al., 2023, OMAHA, in virtual time and on sockets, see docs/papers/omaha.md. */
package io.abcast.papers.omaha;
