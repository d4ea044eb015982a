import { createPools } from "@flowlix/persistence";
import { databaseUrl, runCommand, text } from "@flowlix/runtime";
import { ensureDemoKey } from "./store/demo-key.ts";
import { apiGatewaySchema } from "./store/gateway-schema.ts";

/** The gateway's own role does it; the key's text is a secret of the installation that asks for it. */
const settings = {
  GATEWAY_DATABASE_URL: databaseUrl(),
  DEMO_KEY: text({ pattern: /^api_test_sk_[A-Za-z0-9]{32}$/ }),
};

await runCommand(settings, process.env, async (config) => {
  const pools = await createPools({
    url: config.GATEWAY_DATABASE_URL,
    name: "demo-merchant",
    hot: 1,
    read: 1,
    background: 1,
    entities: apiGatewaySchema.entities,
  });
  try {
    const done = await ensureDemoKey(pools.dataSource, config.DEMO_KEY);
    return done === "made" ? "the demo merchant has its key" : "the demo merchant's key is known";
  } finally {
    await pools.close();
  }
});
