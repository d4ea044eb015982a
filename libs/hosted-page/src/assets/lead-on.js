// Leads on to where a link of the page leads anyway, after the seconds it names.

const link = document.querySelector("a[data-lead-after]");

const timer = setTimeout(() => location.assign(link.href), Number(link.dataset.leadAfter) * 1000);

// Who goes somewhere else, or comes back later, is not sent away again.
window.addEventListener("pagehide", () => clearTimeout(timer));
