// Sandbox only: a test card is filled into the form where it is pressed.

const inputs = {
  "card-number": ({ number }) => number,
  "card-expiry": () => "12/40",
  "card-cvc": ({ cvc }) => cvc,
};

for (const code of document.querySelectorAll(".test-mode code[data-number]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "test-card";
  button.append(code.cloneNode(true));
  button.addEventListener("click", () => {
    for (const [id, valueOf] of Object.entries(inputs)) {
      const input = document.getElementById(id);
      input.value = valueOf(code.dataset);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const holder = document.getElementById("card-name");
    if (holder.value === "") holder.value = "Ada Lovelace";
    document.getElementById("pay").focus();
  });
  code.replaceWith(button);
}
