import type { Book } from "./book.ts";
import type { DoubleClock } from "./double-clock.ts";
import { isPlannedFault, type Faults } from "./faults.ts";
import { objectOf, type DoubleAnswer, type DoubleHandler } from "./messages.ts";

export interface Controlled {
  readonly book: Book;
  readonly faults: Faults;
  readonly clock: DoubleClock;
}

/** Puts the control of a double before its API, for one that runs as a program. */
export const withControl =
  ({ book, faults, clock }: Controlled, handle: DoubleHandler): DoubleHandler =>
  (request) => {
    switch (`${request.method} ${request.path}`) {
      case "GET /__double/book":
        return { status: 200, body: { lines: book.lines() } };
      case "POST /__double/faults":
        return planned(faults, objectOf(request));
      case "DELETE /__double/faults":
        faults.clear();
        return DONE;
      case "POST /__double/advance":
        clock.advance(Number(objectOf(request)?.["ms"]));
        return DONE;
      default:
        return handle(request);
    }
  };

const DONE: DoubleAnswer = { status: 204 };
const REFUSED: DoubleAnswer = { status: 422 };

function planned(faults: Faults, asked: unknown): DoubleAnswer {
  if (!isPlannedFault(asked)) return REFUSED;
  faults.plan(asked);
  return DONE;
}
