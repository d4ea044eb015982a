// Looks again without loading the page anew, so that nothing flickers and nobody is interrupted; when the
// state has changed, the page is loaded and says so.

const main = document.getElementById("main");
const long = document.getElementById("long-wait");

const FIRST_POLLS = 10;
const POLL_MS = 2000;
const SLOW_POLL_MS = 5000;

// Goes on from the polls of the page before: after few of them the server says something else.
let polls = Number(new URL(location.href).searchParams.get("n")) || 0;

function again() {
  setTimeout(() => void poll(), polls < FIRST_POLLS ? POLL_MS : SLOW_POLL_MS);
}

async function poll() {
  polls += 1;
  if (polls >= FIRST_POLLS && long !== null) long.hidden = false;
  if (document.hidden) {
    again();
    return;
  }
  try {
    const url = new URL(location.href);
    url.searchParams.set("n", String(polls));
    const answer = await fetch(url, { redirect: "manual", cache: "no-store" });
    // Read as a text: parsed as a document, its styles would be checked by the policy of this page and refused aloud.
    const page = answer.ok ? await answer.text() : "";
    const state = /<main id="main" data-state="([a-z]+)"/.exec(page)?.[1];
    const moved = answer.type === "opaqueredirect" || (state !== undefined && state !== main.dataset.state);
    if (moved) {
      location.replace(url);
      return;
    }
  } catch {
    // Without a connection there is nothing to see; the next poll may find one.
  }
  again();
}

again();
