import http from "k6/http";
import { sleep } from "k6";
import { VERIFIER_URL } from "./settings.ts";

const OF_VERIFIER = {
  tags: { name: "verifier", target: "verifier" },
  responseCallback: http.expectedStatuses(201, 204, 409),
};

/**
 * An iteration of a load that lasts as long as a restart or an outage. The verifier counts iterations under
 * way, and says when the load is over. From then on none begins.
 */
export function whileLoaded(iteration: () => void): void {
  if (VERIFIER_URL === "") {
    iteration();
    return;
  }
  if (http.post(`${VERIFIER_URL}/journeys`, null, OF_VERIFIER).status === 409) {
    sleep(1);
    return;
  }
  try {
    iteration();
  } finally {
    http.del(`${VERIFIER_URL}/journeys`, null, OF_VERIFIER);
  }
}
