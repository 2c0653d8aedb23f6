#!/bin/sh
# Makes the keys of zab-tls.xml in a new directory: one key pair per server (server-N.p12), the trust store with the
# certificates of all servers (trust.p12), and the group's key for joining (group.p12). All have one password.
#
#     PASSWORD='...' config/make-keys.sh DIRECTORY ID...        e.g.  config/make-keys.sh keys 1 2 3
#
# Give each server its own server-N.p12, trust.p12 and group.p12, readable only by its user. Keys are valid for ten years.
# To replace keys, make all of them again in a new directory.
#
# To add servers to a running cluster, name its directory and the new ids. The script makes the new keys and adds their
# certificates to trust.p12. Give the new trust.p12 to all servers and restart them in turn. Then start the new servers.
set -eu

if [ $# -lt 2 ] || [ -z "${PASSWORD:-}" ]; then
    echo "usage: PASSWORD='at least six characters' $0 DIRECTORY ID..." >&2
    exit 2
fi
dir=$1
shift
if [ -e "$dir" ] && [ ! -f "$dir/group.p12" ]; then
    echo "$0: expected a directory that does not exist yet, or one that this script has made, got $dir" >&2
    exit 2
fi
for id in "$@"; do
    if [ -e "$dir/server-$id.p12" ]; then
        echo "$0: $dir/server-$id.p12 exists" >&2
        exit 2
    fi
done
keytool=${JAVA_HOME:+$JAVA_HOME/bin/}keytool
umask 077
mkdir -p "$dir"

for id in "$@"; do
    "$keytool" -genkeypair -alias "server-$id" -keyalg EC -groupname secp256r1 -validity 3650 \
        -dname "CN=abcast server $id" \
        -storetype PKCS12 -keystore "$dir/server-$id.p12" -storepass:env PASSWORD
    "$keytool" -exportcert -rfc -alias "server-$id" \
        -keystore "$dir/server-$id.p12" -storepass:env PASSWORD -file "$dir/server-$id.pem" 2>/dev/null
    "$keytool" -importcert -noprompt -alias "server-$id" -file "$dir/server-$id.pem" \
        -storetype PKCS12 -keystore "$dir/trust.p12" -storepass:env PASSWORD 2>/dev/null
    rm "$dir/server-$id.pem"
done
if [ ! -f "$dir/group.p12" ]; then
    "$keytool" -genkeypair -alias group -keyalg RSA -keysize 2048 -validity 3650 -dname "CN=abcast group" \
        -storetype PKCS12 -keystore "$dir/group.p12" -storepass:env PASSWORD 2>/dev/null
fi
ls "$dir"
