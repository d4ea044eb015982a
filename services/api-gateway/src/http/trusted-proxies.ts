import { BlockList, isIP } from "node:net";
import type { Setting } from "@flowlix/runtime";

/** Addresses whose word about X-Forwarded-For is taken. */
export type TrustedProxies = BlockList;

type Parsed = ReturnType<Setting<TrustedProxies>["parse"]>;

/** IP addresses and CIDR ranges of either family, separated by commas; none by default. */
export function trustedProxies(): Setting<TrustedProxies> {
  return {
    parse(text = ""): Parsed {
      const list = new BlockList();
      const items = text.split(",").map((item) => item.trim());
      const wrong = items.filter((item) => item !== "" && !add(list, item));
      if (wrong.length === 0) return { ok: true, value: list };
      return {
        ok: false,
        problem: `must be a list of IP addresses and CIDR ranges, which these are not: ${wrong.join(", ")}`,
      };
    },
  };
}

export const isTrusted = (list: TrustedProxies, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

const BITS = { ipv4: 32, ipv6: 128 } as const;

function add(list: BlockList, item: string): boolean {
  const [, address = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(item) ?? [];
  const version = isIP(address);
  // A zone means something on one machine only.
  if (version === 0 || address.includes("%")) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  const prefix = bits === undefined ? BITS[family] : Number(bits);
  if (prefix > BITS[family]) return false;
  list.addSubnet(address, prefix, family);
  return true;
}
