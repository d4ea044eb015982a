import type { Command } from "commander";
import { objectOf } from "../api/objects.ts";
import type { Context } from "../context.ts";
import { timeOf } from "../output/money.ts";
import { idOf, pageQuery, withPage, type PageOptions } from "./options.ts";
import { showOne, showPage } from "./show.ts";

export function addEvents(program: Command, context: Context): void {
  const group = program.command("events").description("list and get events, and send one again");
  withPage(group.command("list").description("list events of the last 30 days, newest first")).action(
    async (options: PageOptions) => {
      const page = await context.client().read((api, call) => api.events.list(pageQuery(options), call));
      showPage(context, page, [
        ["id", ({ id }) => id],
        ["type", ({ type }) => type],
        ["object", (event) => objectOf(event).id],
        ["created", ({ created_at: at }) => timeOf(at)],
      ]);
    },
  );
  group
    .command("get")
    .description("show an event")
    .argument("<id>", "evt_…")
    .action(async (id: string) => {
      const known = idOf("events", id);
      showOne(context, await context.client().read((api, call) => api.events.get(known, call)));
    });
  group
    .command("resend")
    .description("send an event again to every webhook endpoint that wants its type")
    .argument("<id>", "evt_…")
    .action(async (id: string) => {
      const known = idOf("events", id);
      const event = await context.client().read((api, call) => api.events.resend(known, call));
      context.output.result(event, () => `It goes to ${event.deliveries} webhook endpoints.`);
    });
}
