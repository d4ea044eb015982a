#!/usr/bin/env node
import { existsSync } from "node:fs";

// The repository has the sources, which its Node runs as they are; what is published has what was made of them.
const source = new URL("../src/main.ts", import.meta.url);
const { main } = await import(existsSync(source) ? source : new URL("../dist/main.js", import.meta.url));
await main();
