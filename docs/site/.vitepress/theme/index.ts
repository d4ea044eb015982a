import { h } from "vue";
import DefaultTheme from "vitepress/theme-without-fonts";
import "./style.css";
import { keepLanguage } from "./keep-language.ts";

const notFound = () =>
  h("main", { class: "not-found" }, [
    h("h1", "There is no such page"),
    h("p", ["Search for it above, or begin with the ", h("a", { href: "/docs/" }, "quick start"), "."]),
  ]);

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "not-found": notFound }),
  enhanceApp() {
    if (typeof document !== "undefined") keepLanguage(document, localStorage);
  },
};
