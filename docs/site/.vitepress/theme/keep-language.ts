const KEPT_AS = "flowlix-docs-language";

/**
 * Who reads one sample in Python reads all of them in Python: the tab that was chosen last is the one that every
 * group of samples opens with.
 */
export function keepLanguage(page: Document, storage: Storage): void {
  let following = false;
  const follow = () => {
    const language = storage.getItem(KEPT_AS);
    if (language === null || following) return;
    following = true;
    for (const label of page.querySelectorAll<HTMLLabelElement>(".vp-code-group .tabs label")) {
      const input = page.getElementById(label.htmlFor);
      if (label.textContent === language && input instanceof HTMLInputElement && !input.checked)
        label.click();
    }
    following = false;
  };
  page.addEventListener("change", ({ target }) => {
    if (following || !(target instanceof HTMLInputElement) || target.closest(".vp-code-group") === null)
      return;
    const label = page.querySelector(`label[for="${CSS.escape(target.id)}"]`);
    storage.setItem(KEPT_AS, label?.textContent ?? "");
    follow();
  });
  const observer = new MutationObserver(follow);
  observer.observe(page.documentElement, { childList: true, subtree: true });
}
