/** etcd under comparison. */
package io.abcast.benchmark.compare.etcd;
