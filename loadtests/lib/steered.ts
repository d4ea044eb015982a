import http from "k6/http";
import { sleep } from "k6";
import { WITNESS_URL } from "./settings.ts";

const OF_WITNESS = {
  tags: { name: "witness", target: "witness" },
  responseCallback: http.expectedStatuses(201, 204, 409),
};

/**
 * An iteration of a load that lasts as long as something is done to the installation: the witness is
 * told of its begin and its end, and says when the load is over. From then on nothing begins any more.
 */
export function whileLoaded(iteration: () => void): void {
  if (WITNESS_URL === "") {
    iteration();
    return;
  }
  if (http.post(`${WITNESS_URL}/journeys`, null, OF_WITNESS).status === 409) {
    sleep(1);
    return;
  }
  try {
    iteration();
  } finally {
    http.del(`${WITNESS_URL}/journeys`, null, OF_WITNESS);
  }
}
