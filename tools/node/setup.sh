#!/bin/sh
# Runs once, inside the machine's namespaces: setup.sh FOLDER PATH…. What a node writes to a PATH lands in FOLDER.
set -eu
FOLDER=$1
shift

hostname node1
mount --make-rshared /
mount -t tmpfs tmpfs /run
for path in "$@"; do
  mkdir -p "$FOLDER/root$path"
  mount --bind "$FOLDER/root$path" "$path"
done
mkdir -p /etc/cni/net.d /run/containerd /run/netns

# Settings that are the whole machine's and that kubelet would write: it finds plain files with what it wants.
shield() {
  printf '%s\n' "$2" >"$FOLDER/root/${1##*/}"
  mount --bind "$FOLDER/root/${1##*/}" "$1"
}
shield /proc/sys/vm/overcommit_memory 1
shield /proc/sys/vm/panic_on_oom 0
shield /proc/sys/kernel/panic 10
shield /proc/sys/kernel/panic_on_oops 1
shield /proc/sys/kernel/keys/root_maxkeys 1000000
shield /proc/sys/kernel/keys/root_maxbytes 25000000

# Unpacking images onto a disk under load takes a minute and more.
mount -t tmpfs -o size=6g tmpfs /var/lib/containerd

# No link leads out. The empty bridge carries the default route: without one, processes of the node reach no Service.
ip link set lo up
ip link add node0 type bridge
ip address add 10.99.0.1/24 dev node0
ip link set node0 up
ip route add default dev node0
printf 1 >/proc/sys/net/ipv4/ip_forward
