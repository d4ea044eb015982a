// The payment is over: no form follows that what keep-entries.js kept could be for.

try {
  sessionStorage.removeItem("flowlix-entries");
} catch {
  // A browser that keeps nothing.
}
