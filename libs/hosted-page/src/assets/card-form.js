// The card form, better with a script: groups and checks what is typed, shows the brand, says what is
// wrong beside the field, and sends once. Everything is checked again by the server, whose ranges, rules
// and sentences stand in the form's own data.

const form = document.getElementById("pay-form");
const ranges = JSON.parse(form.dataset.ranges);
const rules = JSON.parse(form.dataset.rules);
const sentences = JSON.parse(form.dataset.errors);
const now = Number(form.dataset.now);

const number = document.getElementById("card-number");
const expiry = document.getElementById("card-expiry");
const cvc = document.getElementById("card-cvc");
const holder = document.getElementById("card-name");
const email = document.getElementById("email");
const pay = document.getElementById("pay");
const status = document.getElementById("form-status");
const brandLabel = document.getElementById("card-brand");
const cvcHint = document.getElementById("card-cvc-hint");

/** East Asian keyboards write digits of full width. */
const plain = (text) => text.normalize("NFKC").trim();
const digitsOf = (text) => plain(text).replace(/[^0-9]/g, "");

/* ---- brands ---- */

/** The brand that every number beginning like this has; `unknown` while more digits could change it. */
function brandOf(digits) {
  const low = Number(digits.slice(0, 6).padEnd(6, "0"));
  const high = Number(digits.slice(0, 6).padEnd(6, "9"));
  if (digits === "") return "unknown";
  const at = (iin) =>
    ranges.find(([first, last]) => iin >= Number(first.padEnd(6, "0")) && iin <= Number(last.padEnd(6, "9")));
  const [lowest, highest] = [at(low), at(high)];
  return lowest !== undefined && lowest === highest ? lowest[2] : "unknown";
}

function luhnValid(digits) {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

const marks = [...document.querySelectorAll(".schemes .scheme")];

/** The brand by its mark in the number's frame, for who sees it, and by its name. */
function showMark(brand, label) {
  const mark = marks.find(({ dataset }) => dataset.scheme === brand);
  for (const one of marks) one.classList.toggle("off", mark !== undefined && one !== mark);
  const name = document.createElement("span");
  name.className = "unseen";
  name.textContent = label;
  const picture = mark?.cloneNode(true);
  picture?.classList.remove("off");
  picture?.removeAttribute("role");
  picture?.removeAttribute("aria-label");
  picture?.setAttribute("aria-hidden", "true");
  brandLabel.replaceChildren(...(picture === undefined ? [] : [picture]), name);
}

let shown;

function showBrand() {
  const brand = brandOf(digitsOf(number.value));
  if (brand === shown) return;
  const rule = rules[brand];
  showMark(brand, rule.label ?? "");
  const longest = Math.max(...rule.cvc);
  cvc.maxLength = longest;
  const hint = rule.cvc.includes(3) ? cvc.dataset.hint3 : cvc.dataset.hint4;
  if (cvcHint.textContent !== hint) cvcHint.textContent = hint;
  // What was wrong with a code was said of another brand's.
  if (shown !== undefined && cvc.hasAttribute("aria-invalid"))
    show(cvc, cvc.value === "" ? null : cvcError());
  shown = brand;
}

/* ---- typing ---- */

/** Writes an input anew in its grouped form; the caret stays behind the same digit. */
function regroup(input, grouped) {
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const atEnd = input.selectionStart === input.value.length;
  const text = grouped(digitsOf(input.value));
  if (text === input.value) return;
  input.value = text;
  if (document.activeElement !== input) return;
  let caret = 0;
  for (let seen = 0; seen < before && caret < text.length; caret += 1) {
    if (/[0-9]/.test(text[caret])) seen += 1;
  }
  if (atEnd) caret = text.length;
  input.setSelectionRange(caret, caret);
}

function groupNumber(digits) {
  const { groups } = rules[brandOf(digits)];
  const parts = [];
  let rest = digits.slice(0, 19);
  for (const [index, length] of groups.entries()) {
    const last = index === groups.length - 1;
    parts.push(last ? rest : rest.slice(0, length));
    rest = last ? "" : rest.slice(length);
  }
  return parts.filter((part) => part !== "").join(" ");
}

/** Month before year, also where a browser filled in the standard's `2034-12`. */
const expiryDigits = (text) => digitsOf(plain(text).replace(/^([0-9]{4})-([0-9]{2})$/, "$2/$1"));

function groupExpiry(digits) {
  // 4 to 9 can only be a month of one digit.
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return padded.length > 2 ? `${padded.slice(0, 2)}/${padded.slice(2, 6)}` : padded;
}

/** What an input method is still composing is its own: rewritten meanwhile, digits would come twice. */
function onTyped(input, handle) {
  input.addEventListener("input", (event) => {
    if (!event.isComposing) handle(event);
  });
  input.addEventListener("compositionend", handle);
}

onTyped(number, () => {
  regroup(number, groupNumber);
  showBrand();
});

onTyped(expiry, (event) => {
  // Who types a stroke after one digit, or removes what was there, is left alone.
  if (event.inputType?.startsWith("delete")) return;
  const text = plain(expiry.value);
  if (/^[0-9]{4}-[0-9]{2}$/.test(text)) expiry.value = groupExpiry(expiryDigits(text));
  else if (/^[0-9]\s*[/.-]/.test(text)) expiry.value = `0${text}`;
  regroup(expiry, groupExpiry);
});

onTyped(cvc, () => {
  const digits = digitsOf(cvc.value);
  if (digits !== cvc.value) cvc.value = digits;
});

/* ---- checks ---- */

function numberError() {
  const digits = digitsOf(number.value);
  if (digits === "") return "number_missing";
  if (!rules[brandOf(digits)].digits.includes(digits.length)) return "number_length";
  return luhnValid(digits) ? null : "number_check";
}

function expiryError() {
  if (expiry.value.trim() === "") return "expiry_missing";
  const digits = expiryDigits(expiry.value);
  const month = Number(digits.slice(0, 2));
  const year = Number(digits.length === 4 ? `20${digits.slice(2)}` : digits.slice(2));
  if ((digits.length !== 4 && digits.length !== 6) || month < 1 || month > 12 || year < 2000 || year > 2099)
    return "expiry_format";
  // A card is good to the end of its month where that comes last, twelve hours behind UTC; by the
  // server's clock, since a wrong one here would leave no way to pay.
  return now >= Date.UTC(year, month, 1) + 12 * 3_600_000 ? "expiry_past" : null;
}

function cvcError() {
  const lengths = rules[brandOf(digitsOf(number.value))].cvc;
  if (cvc.value === "") return "cvc_missing";
  if (lengths.includes(cvc.value.length)) return null;
  return lengths.length > 1 ? "cvc_3_or_4" : lengths[0] === 4 ? "cvc_4" : "cvc_3";
}

const checks = new Map([
  [number, numberError],
  [expiry, expiryError],
  [cvc, cvcError],
  [holder, () => (holder.value.trim() === "" ? "name_missing" : null)],
  [email, () => (email.value.trim() !== "" && email.validity.typeMismatch ? "email_invalid" : null)],
]);

function show(input, error) {
  const place = document.getElementById(`${input.id}-error`);
  const text = error === null ? "" : sentences[error];
  if (place.textContent !== text) place.textContent = text;
  if (error === null) input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
}

for (const [input, check] of checks) {
  input.addEventListener("blur", () => {
    // An empty field that was only passed through is no mistake yet.
    if (input.value !== "" || input.hasAttribute("aria-invalid")) show(input, check());
  });
  input.addEventListener("input", () => {
    if (input.hasAttribute("aria-invalid") && check() === null) show(input, null);
  });
}

/* ---- sending ---- */

function fillBrowserFields() {
  const values = {
    "browser-screen-width": screen.width,
    "browser-screen-height": screen.height,
    "browser-color-depth": screen.colorDepth,
    "browser-language": navigator.language,
    "browser-time-zone-offset": new Date().getTimezoneOffset(),
    "browser-java-enabled": false,
  };
  for (const [name, value] of Object.entries(values)) form.elements.namedItem(name).value = String(value);
}

/** Longer than any answer takes: who stopped the browser meanwhile can send again, and is charged once. */
const GIVE_UP_MS = 30_000;

let sent = false;

/** When the time to pay is over, by this browser's clock. */
const over = Date.now() + Number(form.dataset.left ?? Infinity);
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Nobody is to type a card for nothing: once the time is over, the page says what has become of it. */
function leaveWhenOver() {
  if (!sent && Date.now() >= over) location.replace(form.dataset.status);
}

function watchTime() {
  leaveWhenOver();
  const left = over - Date.now();
  if (left > 0) setTimeout(watchTime, Math.min(left, TIMER_MAX_MS));
}

watchTime();
// Timers stand still while a machine sleeps.
document.addEventListener("visibilitychange", leaveWhenOver);

function allowAgain() {
  sent = false;
  pay.removeAttribute("aria-disabled");
  form.removeAttribute("aria-busy");
  status.textContent = "";
  leaveWhenOver();
}

form.addEventListener("submit", (event) => {
  if (sent) {
    event.preventDefault();
    return;
  }
  let first = null;
  for (const [input, check] of checks) {
    const error = check();
    show(input, error);
    if (error !== null) first ??= input;
  }
  if (first !== null) {
    event.preventDefault();
    first.focus();
    return;
  }
  sent = true;
  fillBrowserFields();
  pay.setAttribute("aria-disabled", "true");
  form.setAttribute("aria-busy", "true");
  status.textContent = status.dataset.paying;
  setTimeout(allowAgain, GIVE_UP_MS);
});

// A page that comes back out of the browser's own memory is one that was not sent.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) allowAgain();
});

form.noValidate = true;
showBrand();
document.querySelector("#error-summary, #notice")?.focus();

// A link of the summary leads into a part of the form that may be folded away.
for (const link of document.querySelectorAll("#error-summary a")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const input = document.getElementById(link.hash.slice(1));
    const folded = input.closest("details");
    if (folded !== null) folded.open = true;
    input.focus();
  });
}
