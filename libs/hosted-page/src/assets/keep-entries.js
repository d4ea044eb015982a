// Takes what was typed beside the card along to the form in another language, and the name on the card to the form for
// another card, where a decline may lead to one. It stays in this tab until that form has it. Where none follows,
// forget-entries.js removes it. Number, date and code of the card are typed anew: they are kept nowhere.

/** forget-entries.js has the same. */
const KEY = "flowlix-entries";
/** Of the page it is for, the Payment alone: its token is nobody else's to keep. */
const payment = location.pathname.split("/").at(-2);

const address = document.getElementById("billing-address");
const cardName = document.getElementById("card-name");
const inputs = [cardName, document.getElementById("email"), ...address.querySelectorAll("input, select")];

function keep(kept) {
  const values = Object.fromEntries(kept.map((input) => [input.id, input.value]));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ payment, values, open: address.open }));
  } catch {
    // A browser that keeps nothing shows the form as it was at first.
  }
}

function take() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
    return kept?.payment === payment ? kept : null;
  } catch {
    return null;
  }
}

/** Whether it is as the page was sent: this script may come when the payer has begun to type. */
const isUntouched = (input) =>
  input.value ===
  (input.defaultValue ?? input.querySelector("option[selected]")?.value ?? input.options[0].value);

const kept = take();
if (kept !== null) {
  for (const input of inputs) if (isUntouched(input)) input.value = kept.values[input.id] ?? input.value;
  if (kept.open) address.open = true;
}

for (const link of document.querySelectorAll("[data-lang]"))
  link.addEventListener("click", () => keep(inputs));
// The rest comes back from the server, or has kept it from reading the form. The form's own script is before this one:
// it may have found something to correct.
document.addEventListener("submit", ({ defaultPrevented, target }) => {
  if (!defaultPrevented && "takesAnother" in target.dataset) keep([cardName]);
});
// Out of the browser's memory the form has the name in its field still.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) take();
});
