# Shared by play, test and install: everything that a fresh machine needs, once. Read with `source`, not run.
# The second time nothing is missing, and nothing here uses the network.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit

screen_libraries=(
    "libGL.so.1 libgl1" "libEGL.so.1 libegl1" "libGLESv2.so.2 libgles2" "libmtdev.so.1 libmtdev1"
    "libgbm.so.1 libgbm1" "libdrm.so.2 libdrm2"
)

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# Debian packages of the libraries that the screen needs and this machine lacks.
missing_screen_packages() {
    local known line
    known=$(/sbin/ldconfig -p 2>/dev/null || ldconfig -p)
    for line in "${screen_libraries[@]}"; do
        grep -qF "${line% *}" <<<"$known" || echo "${line#* }"
    done
    # The driver is no library that programs link to, so it is looked for by its file.
    compgen -G '/usr/lib/*/dri/*_dri.so' >/dev/null || echo libgl1-mesa-dri
}

# Debian packages of the commands "COMMAND PACKAGE" that this machine lacks.
missing_commands() {
    local line
    for line in "$@"; do
        command -v "${line% *}" >/dev/null || echo "${line#* }"
    done
}

# Debian packages of what tests read from photographed cards: Spanish, and type faces to draw cards with.
missing_reading_data() {
    compgen -G '/usr/share/tesseract-ocr/*/tessdata/spa.traineddata' >/dev/null || echo tesseract-ocr-spa
    [ -e /usr/share/fonts/truetype/dejavu/DejaVuSansCondensed-Bold.ttf ] || echo fonts-dejavu-extra
    [ -e /usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf ] || echo fonts-dejavu-core
}

# The Debian package that this Python lacks to make an environment of its own.
missing_venv() {
    "$1" -c 'import ensurepip, venv' 2>/dev/null ||
        echo "python$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
}

# Install Debian packages where that is allowed without asking; else say in one line what to install.
need_packages() {
    [ $# -gt 0 ] || return 0
    local as=()
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null && as=(sudo -n) || as=(no)
    fi
    if [ "${as[0]:-}" = no ] || ! command -v apt-get >/dev/null; then
        fail "Missing on this machine. Install it and start again: sudo apt-get install $*"
    fi
    say "Installing system packages: $*"
    local log
    log=$(mktemp)
    if ! { "${as[@]}" apt-get update && "${as[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "$@"; } </dev/null >"$log" 2>&1; then
        tail -n 3 "$log" >&2
        rm -f "$log"
        fail "The system packages could not be installed. Go online, or install them: sudo apt-get install $*"
    fi
    rm -f "$log"
}

fits() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' >/dev/null 2>&1; }

find_python() {
    local candidate
    for candidate in ${COMPANION_PYTHON:-} python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
        if command -v "$candidate" >/dev/null && fits "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    fail "Python 3.11, 3.12 or 3.13 is needed. Install it, or name one: COMPANION_PYTHON=/path/to/python3.12 $0"
}

make_venv() {
    local python missing
    python=$(find_python)
    say "Setting up with $("$python" --version), once. This takes a minute or two."
    missing=$(missing_venv "$python")
    [ -z "$missing" ] || need_packages "$missing"
    rm -rf .venv
    "$python" -m venv .venv
    printf '%s\n' "$root" >.venv/root
}

# What the installed packages depend on; it is the same until one of these changes.
wanted() {
    { printf '%s\n' "$root"; .venv/bin/python --version; cat pyproject.toml deploy/lib.sh "$1"; } | sha256sum
}

ready() {
    [ -e ".venv/ready-$1" ] && [ "$(cat ".venv/ready-$1")" = "$(wanted "deploy/$1.lock")" ]
}

# Python compiles what it needs when it needs it, which is sooner than pip compiling all of it.
pip_install() {
    if ! .venv/bin/python -m pip install --disable-pip-version-check --no-compile "$@" </dev/null >.venv/pip.log 2>&1; then
        tail -n 5 .venv/pip.log >&2
        fail "The Python packages could not be installed. Go online and start again; all of it is in .venv/pip.log."
    fi
}

# An environment that is linked to from here belongs to another clone: it is used as it is, never made anew.
need_linked() {
    if ! fits .venv/bin/python ||
        ! .venv/bin/python -m pip install --dry-run --no-index --no-deps -r "deploy/$1.lock" </dev/null >/dev/null 2>&1; then
        fail ".venv is a link to $(readlink .venv), which lacks what deploy/$1.lock names." \
            "Set up the clone it belongs to, or remove the link, and start again."
    fi
}

# Have the environment in .venv, with the exact versions of deploy/$1.lock. A folder that was moved, or half made,
# is made anew.
need_environment() {
    if [ -L .venv ]; then
        need_linked "$1"
        compile_texts
        return
    fi
    if ! { fits .venv/bin/python && [ "$(cat .venv/root 2>/dev/null)" = "$root" ] && [ -x .venv/bin/pip ]; }; then
        make_venv
    fi
    # What is there to test is more than what is there to play.
    if ! ready "$1" && ! { [ "$1" = requirements ] && ready test; }; then
        say "Installing Python packages (deploy/$1.lock) ..."
        pip_install -r "deploy/$1.lock"
        pip_install --no-deps --no-build-isolation -e .
        wanted "deploy/$1.lock" >".venv/ready-$1"
    fi
    # "pip install ." puts a copy there that no update reaches; what runs is the clone.
    if compgen -G '.venv/lib/python3*/site-packages/companion/__init__.py' >/dev/null; then
        say "A copy of the companion was installed into .venv. Linking it to this folder again ..."
        pip_install --no-deps --no-build-isolation -e .
    fi
    compile_texts
}

# Translations are kept as text and read compiled.
compile_texts() {
    local po
    for po in companion/locale/*/LC_MESSAGES/*.po; do
        [ -e "$po" ] || continue
        [ "$po" -nt "${po%.po}.mo" ] || continue
        .venv/bin/pybabel --quiet compile -i "$po" -o "${po%.po}.mo" || fail "The translation $po is not readable."
    done
}
