# A Debian 12 made by debootstrap, for the scripts beside this one, which source it. Root only;
# nothing of this machine is changed, and the copy is removed at the end.
say() { printf 'fresh: %s\n' "$*"; }
fail() { say "$*" >&2; exit 5; }

[ "$(id -u)" = 0 ] || fail "only root can make another machine"
command -v debootstrap >/dev/null || fail "debootstrap is missing; on Debian: apt-get install debootstrap"
# A mount of its own goes away with this process, whatever happens.
[ -n "${FRESH_INSIDE:-}" ] || FRESH_INSIDE=yes exec unshare --mount --pid --fork --kill-child "$0" "$@"

# Where commands run there.
home=/home/everypath
machine=$(mktemp -d /var/tmp/everypath-fresh.XXXXXX)
clean_up() {
    # Nothing below is removed while something of this machine is mounted there.
    umount -R "$machine/proc" "$machine/dev" 2>/dev/null || true
    [ -n "$keep" ] && { say "kept: $machine"; return; }
    mountpoint -q "$machine/dev/null" || rm -rf --one-file-system "$machine"
}
trap clean_up EXIT

# Times a step.
step() {
    local name=$1 start=$SECONDS
    shift
    "$@" || fail "$name: failed after $((SECONDS - start)) s"
    say "$name: $((SECONDS - start)) s"
}

# The mirror that this machine's own packages come from.
mirror() {
    { sed -n 's/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list.d/*.sources
      sed -n 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' /etc/apt/sources.list; } 2>/dev/null | head -1
}

make_machine() {
    debootstrap --variant=minbase --include=ca-certificates bookworm "$machine" "$(mirror)" >"$machine.log" 2>&1 \
        || { tail -5 "$machine.log" >&2; return 1; }
    rm -f "$machine.log"
}

# How this machine reaches registries of packages, which is its own affair.
copy_settings() {
    local path
    for path in /etc/hosts /etc/resolv.conf /etc/pip.conf /etc/apt/auth.conf.d /etc/apt/sources.list.d \
        /etc/apt/apt.conf.d/*registry* /etc/ssl/certs /usr/local/share/ca-certificates; do
        [ -e "$path" ] || continue
        rm -rf "$machine$path"
        mkdir -p "$machine$(dirname "$path")"
        cp -aL "$path" "$machine$path" 2>/dev/null || cp -a "$path" "$machine$path"
    done
    rm -f "$machine/etc/apt/sources.list"
}

mount_kernel() {
    mount -t proc proc "$machine/proc"
    local name
    for name in null zero full random urandom tty; do
        touch "$machine/dev/$name" 2>/dev/null || true
        mount --bind "/dev/$name" "$machine/dev/$name"
    done
    mkdir -p "$machine/dev/shm" "$machine/dev/pts"
    mount -t tmpfs -o mode=1777 tmpfs "$machine/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$machine/dev/pts"
}

# Runs a command there, with nothing of this environment but where certificates are.
inside() {
    local who=$1 certificates
    shift
    certificates=$(env | grep -E '^(SSL_CERT_(FILE|DIR)|PIP_CERT|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)=' || true)
    # shellcheck disable=SC2086
    chroot "$machine" setpriv --reuid "$who" --regid "$who" --init-groups env -i $certificates \
        HOME="$(chroot "$machine" sh -c "echo ~$who")" VIRTUAL_ENV="${FRESH_PATH:+/opt/venv}" PATH="${FRESH_PATH:-/opt/rust/bin}":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh -c "cd $home && $*"
}
