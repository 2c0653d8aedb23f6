#!/bin/sh
# Makes the keys of FBP: for each server N its private key N.key, with mode 0600, and its public key N.pub. Both are
# Ed25519 keys in PEM files. This script needs a JDK and no build.
#
#     config/make-fbp-keys.sh DIRECTORY ID...        e.g.  config/make-fbp-keys.sh fbp-keys 1 2 3 4 5 6 7
#
# Give server N its own N.key and the N.pub of all members, in one directory, and name that directory:
#
#     ./abcast server --protocol FBP --fbp-keys DIRECTORY ...        or the attribute keys_dir of FBP
#
# Give no server the private key of another server: with it a member can impersonate that server.
set -eu

sources=$(dirname "$0")/../jgroups-protocols/src/main/java/io/abcast/jgroups
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" "$sources/FbpKeys.java" "$@"
