import { publicAddress } from "@flowlix/hosted-page/page-parts";
import { assetAnswer, OPERATOR_WORKBENCH, workbenchPage } from "@flowlix/workbench";
import type { ControlPage } from "./control-page.ts";

/** The listener is on loopback alone, and a browser that comes by a tunnel comes to its root. */
const ADDRESS = publicAddress("http://127.0.0.1");

/** The operators' workbench before it is opened with the control token. */
export const controlPages: readonly ControlPage[] = [
  { path: "/workbench", page: () => workbenchPage(OPERATOR_WORKBENCH, ADDRESS) },
  { path: "/workbench/assets/:file", page: ({ file }) => assetAnswer(file) },
];
