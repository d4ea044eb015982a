import type { PageAnswer } from "@flowlix/hosted-page/page-parts";

/** What is shown before anybody has said who they are: it holds nothing of the installation. */
export interface ControlPage {
  readonly path: string;
  readonly page: (params: Readonly<Record<string, string>>) => PageAnswer;
}
