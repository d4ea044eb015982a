import type { Command } from "commander";
import { objectOf, type ApiEvent, type Page } from "../api/objects.ts";
import type { Context } from "../context.ts";
import { timeOf } from "../output/money.ts";
import { idOf, pageQuery, withPage, type PageOptions } from "./options.ts";
import { showOne, showPage } from "./show.ts";

export function addEvents(program: Command, context: Context): void {
  const group = program.command("events").description("list and get events, and send one again");
  withPage(group.command("list").description("list events of the last 30 days, newest first")).action(
    async (options: PageOptions) => {
      const { body } = await context.client().get<Page<ApiEvent>>("/v1/events", pageQuery(options));
      showPage(context, body, [
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
    .action(async (id: string) =>
      showOne(context, await context.client().get<ApiEvent>(`/v1/events/${idOf("events", id)}`)),
    );
  group
    .command("resend")
    .description("send an event again to every webhook endpoint that wants its type")
    .argument("<id>", "evt_…")
    .action(async (id: string) => {
      const path = `/v1/events/${idOf("events", id)}/resend`;
      const { body } = await context.client().post<{ deliveries: number }>(path);
      context.output.result(body, () => `It goes to ${body.deliveries} webhook endpoints.`);
    });
}
