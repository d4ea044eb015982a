// Removes what keep-entries.js kept: no form follows that it could be for. Where a card is checked, which may still be
// declined, it does so once the payer goes back to the merchant.

/** keep-entries.js has the same. */
const KEY = "flowlix-entries";

function forget() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing.
  }
}

const wayBack = document.querySelector("a[data-forgets]");
if (wayBack === null) forget();
else wayBack.addEventListener("click", forget);
