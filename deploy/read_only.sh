# The part of deploy/install that makes root read-only, with one partition for what is kept. Read with `source`.
# Debian's own tools suffice: `ro` in fstab, memory for what may be forgotten, binds for what may not.
# shellcheck shell=bash

fstab=/etc/fstab
# What is kept, and where on the partition.
kept="games:/var/lib/companion settings:/etc/companion system:/var/lib/systemd cache:/var/cache/companion"
forgotten="/tmp /var/tmp /var/log"
# They tend a system that changes. Here they would only fail.
tending="apt-daily apt-daily-upgrade dpkg-db-backup dphys-swapfile e2scrub_all e2scrub_reap fake-hwclock logrotate
man-db"
# On lines of ours, so that --uninstall finds them.
mark=x-companion

is_read_only() { grep -q "$mark" $fstab 2>/dev/null; }

# Write for as long as the installer runs; what is said in fstab holds again when it ends, or from the next start on.
write_for_now() {
    is_read_only && [ $image = no ] || return 0
    remount rw
    trap 'remount ro 2>/dev/null || say "The system can still be written to, until it is switched off and on."' EXIT
}

remount() {
    local point
    for point in $(awk -v mark="ro,$mark" 'index($4, mark) { print $2 }' $fstab); do
        findmnt -n "$point" >/dev/null || continue
        mount -o "remount,$1" "$point" || return
    done
}

# Before anything is changed.
check_room() {
    command -v sfdisk >/dev/null || need_packages fdisk
    deploy/data check || exit
}

make_read_only() {
    local what point
    put 755 deploy/data $place/data
    put 644 deploy/companion-data.service /etc/systemd/system/companion-data.service
    for what in $tending; do
        mkdir -p "/etc/systemd/system/$what.service.d"
        printf '[Unit]\nConditionPathIsReadWrite=/usr\n' >"/etc/systemd/system/$what.service.d/companion.conf"
    done
    # Settings that are kept elsewhere are linked to.
    [ ! -L $settings ] || kept=${kept/settings:* system:/system:}
    mkdir -p /data $forgotten
    for what in $kept; do mkdir -p "${what#*:}"; done
    if [ $image = no ]; then
        systemctl stop companion.service 2>/dev/null || true
        $place/data
        move_to_data
    fi
    fstab_with_data | put 644 /dev/stdin $fstab
    sync
    [ $image = no ] || return 0
    systemctl daemon-reload
    mountpoint -q /data || mount /data
    for what in $kept; do
        point=${what#*:}
        mountpoint -q "$point" || mount "$point"
    done
}

# What there is already goes along; a partition that has games keeps them.
move_to_data() {
    local what to point
    mountpoint -q /data || mount -o noatime LABEL=companion-data /data
    for what in $kept; do
        to=/data/${what%%:*} point=${what#*:}
        [ ! -d "$to" ] || [ -z "$(ls -A "$to")" ] || continue
        rm -rf "$to"
        cp -a "$point" "$to.new"
        mv "$to.new" "$to"
    done
}

fstab_with_data() {
    local what before=x-systemd.requires=companion-data.service
    fstab_before | awk -v mark="$mark" '
        $1 !~ /^#/ && $2 ~ "^(/|/usr|/boot|/boot/firmware|/boot/efi)$" && !done[$2]++ { $4 = $4 ",ro," mark }
        { print }'
    # nofail: a system whose partition is broken starts, and says so on its screen.
    echo "LABEL=companion-data /data ext4 noatime,nodev,nosuid,noexec,errors=remount-ro,nofail,$before,$mark 0 0"
    for what in $kept; do
        echo "/data/${what%%:*} ${what#*:} none bind,nofail,$mark 0 0"
    done
    for what in $forgotten; do
        echo "tmpfs $what tmpfs nodev,nosuid,mode=$(stat -c %a "$what"),$mark 0 0"
    done
}

# As it was without us.
fstab_before() {
    sed -e "s/,ro,$mark//" $fstab | awk -v mark="$mark" 'index($4, mark) == 0'
}

# Everything is where it was before. The partition stays as it is.
undo_read_only() {
    local what point
    is_read_only || return 0
    for what in $kept; do
        point=${what#*:}
        ! mountpoint -q "$point" || umount "$point"
        [ -d "/data/${what%%:*}" ] || continue
        rm -rf "$point"
        cp -a "/data/${what%%:*}" "$point"
    done
    fstab_before | put 644 /dev/stdin $fstab
    for what in $tending; do
        rm -f "/etc/systemd/system/$what.service.d/companion.conf"
        rmdir --ignore-fail-on-non-empty "/etc/systemd/system/$what.service.d"
    done
    rm -f /etc/systemd/system/companion-data.service
    sync
}
