#!/usr/bin/env bash
# Upgrades real servers of another release to this one, in turn and under load, and takes them back: RollingUpgradeTest.
# usage: benchmark/testkit/rolling-upgrade.sh [COMMIT]     default: the last release before frames had versions
set -euo pipefail

commit=${1:-4bd53db}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
other=$root/benchmark/target/previous-$commit
if [[ ! -d $other ]]; then
  git -C "$root" worktree prune # mvn clean takes it away
  git -C "$root" worktree add --detach "$other" "$commit"
fi
"$other/abcast" help >/dev/null
# Where a release has its jars, and the main class of its commands.
libraries=target/launcher/lib
main=io.abcast.cli.Main
[[ -d $other/$libraries ]] || libraries=benchmark/target/launcher/lib
[[ -d $other/cli ]] || main=io.abcast.benchmark.cli.Main
cd "$root"
mvn -q -B -Pfull -pl benchmark/testkit -am test -Dtest=RollingUpgradeTest -Dsurefire.failIfNoSpecifiedTests=false \
  -Dabcast.previous="$other" -Dabcast.previous.libraries="$libraries" -Dabcast.previous.main="$main"
echo "passed: $commit and this release, in turn, back, and in turn again"
