import { expect } from "chai";
import { kindOf } from "@flowlix/runtime";

const ADDRESSES = {
  global: [
    "8.8.8.8",
    "93.184.215.14",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "2606:4700::6810:84e5",
  ],
  loopback: ["127.0.0.1", "127.255.255.254", "::1", "0:0:0:0:0:0:0:1"],
  refused: [
    // This network, private ones, shared address space, link-local with the clouds' metadata.
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",

    "100.64.0.1",
    "100.127.255.255",
    "100.100.100.200",
    "169.254.169.254",
    "169.254.0.1",
    "168.63.129.16",
    // Protocol assignments (192.0.0.192 is Oracle's metadata), documentation, benchmarking, relays.

    "192.0.0.1",
    "192.0.0.192",
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.9",
    "198.18.0.1",
    "198.19.255.255",
    "192.88.99.1",
    "192.31.196.1",
    "192.52.193.1",
    "192.175.48.1",
    // Multicast, reserved, broadcast.
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    // Unspecified, unique local with the cloud's metadata, link-local, site-local, multicast, discard.
    "::",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "100::1",
    // IPv4 in IPv6: mapped, compatible, translated, NAT64 public and local, 6to4, Teredo.
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::1",
    "2002:a00:1::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    // Documentation, the old test network, segment routing, and what no address space is.
    "2001:db8::1",
    "3fff::1",
    "3ffe::1",
    "5f00::1",
    "4000::1",
    "::2",
    // With a zone, and no addresses at all.

    "fe80::1%eth0",
    "::1%lo",
    "",
    "localhost",
    "127.1",
    "0x7f.1",
    "2130706433",
    "017700000001",
    "1.2.3.4.5",
  ],
} as const;

describe("addresses", () => {
  for (const [kind, addresses] of Object.entries(ADDRESSES))
    it(`that are ${kind}`, () => {
      for (const address of addresses) expect(kindOf(address), address || "an empty text").to.equal(kind);
    });
});
