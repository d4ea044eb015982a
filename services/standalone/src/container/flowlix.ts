/**
 * The command-line tool as the gateway's own container knows it: the control API listens on loopback
 * there and nowhere else, and its token is the one that the gateway reads.
 */
const { CONTROL_PORT, CONTROL_TOKEN_FILE } = process.env;
process.env["FLOWLIX_CONTROL_URL"] ||= `http://127.0.0.1:${CONTROL_PORT || "9399"}`;
if (CONTROL_TOKEN_FILE !== undefined) process.env["FLOWLIX_CONTROL_TOKEN_FILE"] ||= CONTROL_TOKEN_FILE;

await import("@flowlix/command-line/main");
