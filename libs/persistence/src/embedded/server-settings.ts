/** What the embedded server runs with (docs/design/architecture.md#reads). */
export const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  max_connections: "200",
  shared_buffers: "512MB",
  max_wal_size: "4GB",
  timezone: "UTC",
  log_timezone: "UTC",
  // A week of logs in the data directory, each day's file overwritten by the next week's.
  logging_collector: "on",
  log_directory: "log",
  log_filename: "postgresql-%a.log",
  log_truncate_on_rotation: "on",
  log_rotation_size: "0",
  // Details of an error quote column values, and statements may too.
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};
