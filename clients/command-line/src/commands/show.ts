import type { Page } from "@flowlix/client";
import type { ApiObject } from "../api/objects.ts";
import type { Context } from "../context.ts";
import { fields } from "../output/fields.ts";
import { money, timeOf } from "../output/money.ts";
import { colourOf } from "../output/style.ts";
import { table, type Columns } from "../output/table.ts";

/** What Payments, Refunds and Payouts have in common. */
export const OBJECT_COLUMNS: Columns<ApiObject> = [
  ["id", ({ id }) => id],
  ["status", ({ status }) => status],
  ["amount", ({ amount, currency }) => money(amount, currency)],
  ["created", ({ created_at: at }) => timeOf(at)],
];

/** A page as a table, and how to go on. */
export function showPage<T extends { readonly id: string }>(
  { output }: Context,
  page: Page<T>,
  columns: Columns<T>,
): void {
  output.result(page, (style) =>
    page.data.length === 0
      ? style("dim", "There are none.")
      : table(columns, page.data, (title, cell) =>
          title === "" ? style("dim", cell) : title === "status" ? style(colourOf(cell.trim()), cell) : cell,
        ),
  );
  if (page.has_more) output.note(`There are more: --starting-after ${page.data.at(-1)?.id ?? ""}`);
}

/** `warning`: what the answer told beside the object. */
export function showOne({ output }: Context, object: object, warning: string | null = null): void {
  output.result(object, (style) => fields(object, style));
  if (warning !== null) output.note(warning);
}
