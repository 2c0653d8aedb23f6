#!/bin/sh
# Makes keys for clients, in the directory that make-keys.sh has made for the servers: one key pair per client
# (client-NAME.p12), and clients.p12 with the certificates that servers accept. All have the password of that directory.
#
#     PASSWORD='...' config/make-client-keys.sh DIRECTORY NAME...        e.g.  config/make-client-keys.sh keys bench alice
#
# A server needs clients.p12 beside its own key. A client needs its client-NAME.p12 and trust.p12. Keys are valid for ten years.
# To revoke a client's access, delete its certificate and restart all servers with the new clients.p12:
#
#     keytool -delete -alias client-NAME -keystore DIRECTORY/clients.p12
set -eu

if [ $# -lt 2 ] || [ -z "${PASSWORD:-}" ]; then
    echo "usage: PASSWORD='at least six characters' $0 DIRECTORY NAME..." >&2
    exit 2
fi
dir=$1
shift
if [ ! -f "$dir/trust.p12" ]; then
    echo "$0: expected a directory made by make-keys.sh, found no $dir/trust.p12" >&2
    exit 2
fi
for name in "$@"; do
    case $name in
        *[!A-Za-z0-9_-]* | '')
            echo "$0: expected names of letters, digits, - and _, got '$name'" >&2
            exit 2
            ;;
    esac
    if [ -e "$dir/client-$name.p12" ]; then
        echo "$0: $dir/client-$name.p12 exists" >&2
        exit 2
    fi
done
keytool=${JAVA_HOME:+$JAVA_HOME/bin/}keytool
export PASSWORD
umask 077

for name in "$@"; do
    "$keytool" -genkeypair -alias "client-$name" -keyalg EC -groupname secp256r1 -validity 3650 \
        -dname "CN=abcast client $name" \
        -storetype PKCS12 -keystore "$dir/client-$name.p12" -storepass:env PASSWORD
    "$keytool" -exportcert -rfc -alias "client-$name" \
        -keystore "$dir/client-$name.p12" -storepass:env PASSWORD -file "$dir/client-$name.pem" 2>/dev/null
    "$keytool" -importcert -noprompt -alias "client-$name" -file "$dir/client-$name.pem" \
        -storetype PKCS12 -keystore "$dir/clients.p12" -storepass:env PASSWORD 2>/dev/null
    rm "$dir/client-$name.pem"
done
ls "$dir"
