declare global {
  namespace NodeJS {
    /** Node has it since 23.3; its published types do not know it yet. */
    interface ProcessReport {
      excludeNetwork: boolean;
    }
  }
}

/** Left for databases, the bus, files and the other listeners of a process. */
const OTHERS = 512;

/**
 * How many of so many connections a listener may really hold, by the file descriptors that the process may have: one
 * that has none left can neither answer a probe nor open a database connection. Half of them where they are few.
 */
export function connectionsWithin(wanted: number, descriptors: number = descriptorsMax()): number {
  return Math.min(wanted, Math.max(descriptors - OTHERS, Math.floor(descriptors / 2)));
}

/** The limit of this process; Infinity where there is none, or none is known. */
function descriptorsMax(): number {
  const limits = part(reportWithoutNetwork(), "userLimits");
  const soft = part(part(limits, "open_files"), "soft");
  return typeof soft === "number" ? soft : Infinity;
}

/**
 * With the network in it, a report asks the resolver for the name of each socket's peer, and everything waits for that.
 */
function reportWithoutNetwork(): object {
  const { report } = process;
  const { excludeNetwork } = report;
  report.excludeNetwork = true;
  try {
    return report.getReport();
  } finally {
    report.excludeNetwork = excludeNetwork;
  }
}

const part = (whole: unknown, name: string): unknown =>
  typeof whole === "object" && whole !== null ? Reflect.get(whole, name) : undefined;
