/** The awaited client of Python is the waiting one with these words changed, so that both have the same methods. */
const WORDS = [
  [/\bhttpx\.Client\b/g, "httpx.AsyncClient"],
  [/\bIterator\b/g, "AsyncIterator"],
  [/import run\b/, "import run_async"],
  [/return run\(/g, "return await run_async("],
  [/return self\._caller\.(send|wait)\(/g, "return await self._caller.$1("],
  [/(, )(self\.send\()/g, "$1await $2"],
  [/\bwith Flowlix\(\)/g, "async with Flowlix()"],
  [/\bFlowlix\b/g, "AsyncFlowlix"],
  [/threads may use it at the same time/, "tasks of one event loop may use it at the same time"],
  [/\bdef close\b/, "def aclose"],
  [/self\.close\(\)/, "await self.aclose()"],
  [/self\._http\.close\(\)/, "await self._http.aclose()"],
  [/__(enter|exit)__/g, "__a$1__"],
];

export function asyncClient(client) {
  const text = WORDS.reduce((whole, [word, other]) => whole.replace(word, other), client);
  const methods = text.split(/^(?= {4}def )/m);
  return `# Written from _client.py by \`make clients-types\`, and never by hand.\n${methods.map(awaiting).join("")}`;
}

function awaiting(method) {
  return /\bawait |__aenter__/.test(method) ? method.replace("def ", "async def ") : method;
}
