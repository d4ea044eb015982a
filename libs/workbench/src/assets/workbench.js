/*
 * Asks the server for parts of the page and shows them. The key is in this tab's storage alone and goes out in the
 * header Authorization alone: never in an address, a cookie or a form.
 */
const KEY = "flowlix-workbench-key";
const ACTOR = "flowlix-workbench-actor";
const AGAIN_MS = 3_000;
/** A link could put any path behind the #, such as that of an object whose texts nobody has escaped. */
const PART = /^[a-z]+(\/[^/\\?#]+)?(\?\w+=\w+(&\w+=\w+)?)?$/;
/** Tabs and the history tell parts apart by the title, which begins with the part. */
const TITLE = document.title;

const { base, audience } = document.body.dataset;
const at = (id) => document.getElementById(id);
const view = at("view");
const said = at("said");
const first = document.querySelector("#parts a").dataset.part;

let shown = "";
let asked = 0;

const key = () => sessionStorage.getItem(KEY);
const partOf = () => location.hash.replace(/^#\/?/, "") || first;

/** What a header can carry of what was typed. The server says what is wrong with the rest by what stands for it. */
const sendable = (text) => text.replaceAll("…", "...").replaceAll(/[^!-~]/g, "?");

function headers(more = {}) {
  const actor = sessionStorage.getItem(ACTOR);
  return {
    Authorization: `Bearer ${key()}`,
    ...(actor === null ? {} : { Actor: encodeURIComponent(actor) }),
    ...(audience === "merchant" ? { "Flowlix-Sent-From": "workbench" } : {}),
    ...more,
  };
}

async function ask(path, init = {}) {
  const answer = await fetch(`${base}${path}`, {
    ...init,
    headers: headers(init.headers),
    cache: "no-store",
  });
  const text = await answer.text();
  if (answer.ok) return text;
  let message = `The answer was ${answer.status}.`;
  try {
    message = JSON.parse(text).error.message;
  } catch {
    // Something between here and the server answered.
  }
  throw Object.assign(new Error(message), { status: answer.status });
}

function tell(text, tone = "") {
  said.textContent = text;
  said.className = tone;
}

function present(isIn) {
  at("enter").hidden = isIn;
  at("find").hidden = !isIn;
  at("parts").hidden = !isIn;
  at("leave").hidden = !isIn;
  if (isIn) return;
  view.replaceChildren();
  shown = "";
  document.title = TITLE;
  at("heading").textContent = TITLE;
}

function leave(text = "") {
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(ACTOR);
  present(false);
  tell(text, text === "" ? "" : "bad");
  at("key").focus();
}

/** Shows a part; one that has not changed stays as it is, with what is open in it. */
async function showPart({ isAgain = false } = {}) {
  if (key() === null) return present(false);
  const part = partOf();
  const mine = ++asked;
  try {
    if (!PART.test(part)) throw new Error("There is no such part.");
    const html = await ask(`/workbench/parts/${part}`);
    if (mine !== asked) return;
    present(true);
    if (!isAgain) tell("");
    if (html !== shown) place(html, isAgain);
  } catch (error) {
    if (mine !== asked) return;
    if (error.status === 401) return leave(error.message);
    present(true);
    if (!isAgain) view.replaceChildren();
    shown = "";
    tell(error.message, "bad");
  }
  const tab = tabOf(part);
  for (const link of document.querySelectorAll("#parts a")) {
    if (tab === link.dataset.part) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

const TABS = { pay: "payments", ref: "refunds", po: "payouts", evt: "events" };

/** An object is looked at in the list of its kind, and a check in that of accounts. */
function tabOf(part) {
  const [kind, id = ""] = part.split(/[/?]/, 2);
  if (kind === "checks") return "accounts";
  return kind === "objects" ? TABS[id.split("_", 1)[0]] : kind;
}

/** Everything in it was escaped by the server. */
function place(html, isAgain) {
  const open = [...view.querySelectorAll("details")].map((one) => one.open);
  const focused = [...view.querySelectorAll("a, button, summary, select, pre")].indexOf(
    document.activeElement,
  );
  view.innerHTML = html;
  shown = html;
  const { heading } = view.firstElementChild.dataset;
  at("heading").textContent = heading;
  document.title = `${heading} – ${TITLE}`;
  if (!isAgain) return;
  view.querySelectorAll("details").forEach((one, index) => (one.open = open[index] ?? false));
  if (focused >= 0) view.querySelectorAll("a, button, summary, select, pre")[focused]?.focus();
}

/** A success ends its own delivery alone: docs/decisions/0113-what-is-accepted-is-not-failing.md. */
const sentAgain = (endpoints) =>
  `Sent again to ${endpoints === 1 ? "1 endpoint" : `${endpoints} endpoints`}. ` +
  "Any retry of the event that was scheduled before is not cancelled, even once this one is accepted: " +
  "it may arrive more than once, with the same id.";

const fresh = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

/** Sends requests one after the other; in each, {payment_id} is the id of the object that the one before made. */
async function act(button) {
  const { acts, question, typed } = button.dataset;
  const isShown = "show" in button.dataset;
  let note;
  if (question !== undefined) {
    note = prompt(question);
    if (note === null || note.trim() === "" || (typed !== undefined && note.trim() !== typed)) {
      tell("Nothing was done.");
      return;
    }
    if (typed !== undefined) note = undefined;
  }
  button.setAttribute("aria-disabled", "true");
  tell("Sending…");
  try {
    let id = "";
    let sentTo;
    for (const { method, path, body } of JSON.parse(acts)) {
      const sent = note === undefined ? body : { ...body, note };
      const text = await ask(path, {
        method,
        headers: {
          ...(sent === undefined ? {} : { "Content-Type": "application/json" }),
          ...(audience === "merchant" ? { "Idempotency-Key": fresh() } : {}),
        },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent).replace("{payment_id}", id) }),
      });
      const made = JSON.parse(text);
      id = made.id ?? id;
      sentTo = made.deliveries;
    }
    if (isShown) location.hash = `#/objects/${id}`;
    else void showPart({ isAgain: true });
    if (sentTo === 0) tell("Not sent again: no enabled endpoint wants it.", "bad");
    else if (typeof sentTo === "number") tell(sentAgain(sentTo), "good");
    else tell("Done.", "good");
  } catch (error) {
    tell(error.message, "bad");
  } finally {
    button.removeAttribute("aria-disabled");
  }
}

async function makeTestEvent(type) {
  tell("Sending…");
  try {
    const init = {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ type }),
    };
    const made = JSON.parse(await ask("/workbench/api/test_events", init));
    location.hash = `#/objects/${(made.refund ?? made.payout ?? made.payment).id}`;
  } catch (error) {
    tell(error.message, "bad");
  }
}

at("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = at("key").value.trim();
  at("key").value = "";
  // The server refuses it too, but it would stay in the tab.
  if (audience === "merchant" && typed.startsWith("api_live_"))
    return tell("This is a live key: the workbench takes keys of the Sandbox alone.", "bad");
  sessionStorage.setItem(KEY, sendable(typed));
  if (at("actor") !== null) sessionStorage.setItem(ACTOR, at("actor").value.trim());
  void showPart();
});

at("find").addEventListener("submit", (event) => {
  event.preventDefault();
  const id = at("id").value.trim();
  if (id === "") return;
  const [kind] = id.split("_", 1);
  const where = {
    merchant: { req: "requests/", we: "webhooks/" },
    operator: { acq: "accounts/", mer: "accounts?merchant=" },
  };
  location.hash = `#/${where[audience][kind] ?? "objects/"}${encodeURIComponent(id)}`;
});

view.addEventListener("click", (event) => {
  const button = event.target.closest("button.act");
  if (button !== null && button.getAttribute("aria-disabled") !== "true") void act(button);
});

view.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.target.id === "test-event") void makeTestEvent(at("type").value);
});

at("leave").addEventListener("click", () => leave());
addEventListener("hashchange", () => {
  // A list is not of the id that was looked for before it.
  if (!/[/?]/.test(partOf())) at("id").value = "";
  void showPart();
  at("main").focus();
});
setInterval(() => {
  const isLive = view.querySelector("[data-live]") !== null;
  if (isLive && document.visibilityState === "visible") void showPart({ isAgain: true });
}, AGAIN_MS);
void showPart();
