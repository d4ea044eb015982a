import { recordUnread, type ExceptionObject } from "../exceptions/record-exception.ts";
import type { ExceptionsStore } from "../exceptions/exceptions-store.ts";
import type { Noun } from "../owner/owner-name.ts";
import { isGivenUp, pauseMs } from "../routing/first-order.ts";

/**
 * After how many milliseconds an object that has ended is read again whose provider did not say what became of it: soon,
 * and once a day in the end, of which an operator hears (docs/design/architecture.md#status-sync).
 */
export async function unreadEndInMs(
  deps: { readonly exceptions: Pick<ExceptionsStore, "recordOnce"> },
  due: ExceptionObject & { readonly look_count: number },
  noun: Noun,
  soonMs: number | null,
): Promise<number | null> {
  if (!isGivenUp(due.look_count)) return soonMs;
  await recordUnread(deps, due, noun);
  return pauseMs(due.look_count);
}
