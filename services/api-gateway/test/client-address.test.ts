import { expect } from "chai";
import { readConfig } from "@flowlix/runtime";
import { gatewayConfig } from "../src/config.ts";
import { clientAddress } from "../src/http/client-address.ts";

const { TRUSTED_PROXIES } = gatewayConfig;

function trusting(text: string) {
  const read = readConfig({ TRUSTED_PROXIES }, { TRUSTED_PROXIES: text });
  if (!read.ok) throw new Error(read.problems.join("; "));
  return read.config.TRUSTED_PROXIES;
}

type Row = readonly [
  rule: string,
  proxies: string,
  forwarded: string | undefined,
  socket: string,
  payer: string,
];

const PAYER = "203.0.113.7";

const TABLE: readonly Row[] = [
  ["without proxies the socket alone counts", "", "198.51.100.1", PAYER, PAYER],
  ["a header of somebody who is not trusted is not read", "10.0.0.0/8", "198.51.100.1", PAYER, PAYER],
  ["without a header the proxy is all there is", "10.0.0.0/8", undefined, "10.0.0.1", "10.0.0.1"],
  ["an empty header is none", "10.0.0.0/8", "", "10.0.0.1", "10.0.0.1"],
  ["one trusted proxy tells of the payer", "10.0.0.1", PAYER, "10.0.0.1", PAYER],
  [
    "of several the right-most that is not trusted",
    "10.0.0.0/8",
    `1.1.1.1, ${PAYER}, 10.0.0.2`,
    "10.0.0.1",
    PAYER,
  ],
  ["what a payer made up stands further left", "10.0.0.1", `10.0.0.9, 1.1.1.1, ${PAYER}`, "10.0.0.1", PAYER],
  ["where all are trusted the furthest", "10.0.0.0/8", "10.0.0.3, 10.0.0.2", "10.0.0.1", "10.0.0.3"],
  ["spaces do not matter", "10.0.0.1", `1.1.1.1 ,\t${PAYER} `, "10.0.0.1", PAYER],
  ["IPv4 in IPv6's clothes is IPv4, at the socket", "10.0.0.1", PAYER, "::ffff:10.0.0.1", PAYER],
  ["and in the header", "10.0.0.1", `::ffff:${PAYER}`, "10.0.0.1", PAYER],
  ["also in hexadecimal", "10.0.0.1", "::FFFF:cb00:7107", "10.0.0.1", PAYER],
  ["and in the setting", "::ffff:10.0.0.0/104", PAYER, "10.0.0.1", PAYER],
  ["IPv6 is written in one way", "10.0.0.1", "2001:DB8:0:0::0007", "10.0.0.1", "2001:db8::7"],
  ["IPv6 proxies, by address", "2001:db8::1", PAYER, "2001:db8::1", PAYER],
  ["and by range", "2001:db8::/32, fc00::/7", PAYER, "fd12::5", PAYER],
  ["a range ends where it ends", "10.0.0.0/30", `1.1.1.1, 10.0.0.4`, "10.0.0.3", "10.0.0.4"],
  ["a range may be named by any of its addresses", "10.0.0.77/24", PAYER, "10.0.0.1", PAYER],
  ["everybody of IPv4 is not everybody of IPv6", "0.0.0.0/0", PAYER, "2001:db8::1", "2001:db8::1"],
  ["the zone of a neighbour's socket is left out", "fe80::/10", PAYER, "fe80::1%eth0", PAYER],
  ["a port behind the address is left out", "10.0.0.1", `${PAYER}:51234`, "10.0.0.1", PAYER],
  ["of IPv6 too", "10.0.0.1", "[2001:db8::7]:51234", "10.0.0.1", "2001:db8::7"],
  ["brackets alone are understood", "10.0.0.1", "[2001:db8::7]", "10.0.0.1", "2001:db8::7"],
  [
    "a name ends the walk at the proxy that passed it on",
    "10.0.0.1",
    `${PAYER}, unknown`,
    "10.0.0.1",
    "10.0.0.1",
  ],
  ["so does nothing between two commas", "10.0.0.1", `${PAYER},,`, "10.0.0.1", "10.0.0.1"],
  ["and a number that looks like an address", "10.0.0.1", `${PAYER}, 3405803783`, "10.0.0.1", "10.0.0.1"],
  ["and an address with a zone", "10.0.0.1", "fe80::1%eth0", "10.0.0.1", "10.0.0.1"],
  ["and one with leading zeros, which some read as octal", "10.0.0.1", "010.0.0.1", "10.0.0.1", "10.0.0.1"],
  ["and markup", "10.0.0.1", "<script>", "10.0.0.1", "10.0.0.1"],
  ["but only where the walk gets to it", "10.0.0.1", `<script>, ${PAYER}`, "10.0.0.1", PAYER],
  ["a socket that is gone has no address", "10.0.0.1", PAYER, "", "0.0.0.0"],
];

describe("the payer's address [D3-PAGE-16]", () => {
  for (const [rule, proxies, forwarded, socket, payer] of TABLE) {
    it(rule, () => {
      const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
      expect(clientAddress(trusting(proxies), headers, socket)).to.equal(payer);
    });
  }
});

describe("the setting TRUSTED_PROXIES", () => {
  it("may be unset, empty and full of spaces", () => {
    for (const text of ["", " ", "10.0.0.1,,", " 10.0.0.1 , ::1/128 "])
      expect(readConfig({ TRUSTED_PROXIES }, { TRUSTED_PROXIES: text }), text).to.include({ ok: true });
  });

  it("names what is no address and no range", () => {
    for (const wrong of [
      "proxy.example",
      "10.0.0.0/33",
      "::/129",
      "10.0.0",
      "fe80::1%eth0",
      "10.0.0.1/",
      "10.0.0.1/x",
      "*",
    ])
      expect(readConfig({ TRUSTED_PROXIES }, { TRUSTED_PROXIES: `10.0.0.1, ${wrong}` }), wrong).to.deep.equal(
        {
          ok: false,
          problems: [
            `TRUSTED_PROXIES: must be a list of IP addresses and CIDR ranges, which these are not: ${wrong}`,
          ],
        },
      );
  });
});
