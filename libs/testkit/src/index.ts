export { createTestDatabase, withDatabase, type TestDatabase } from "./test-database.ts";
export { moveClock } from "./move-clock.ts";
export {
  POSTGRES_URL_VARIABLE,
  startTestPostgres,
  testPostgresUrl,
  type TestPostgres,
} from "./test-postgres.ts";
export { waitFor } from "./wait-for.ts";
