import { onContentUpdated, withBase } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineComponent, h } from "vue";
import "./style.css";
import { keepLanguage } from "./keep-language.ts";
import { ownAddress, showOwnAddress } from "./own-address.ts";

const notFound = () =>
  h("main", { class: "not-found" }, [
    h("h1", "There is no such page"),
    h("p", ["Search for it above, or begin with the ", h("a", { href: "/docs/" }, "quick start"), "."]),
  ]);

/** A page's samples are changed once it is there: before, the generator would find other text than it wrote. */
const Layout = defineComponent({
  setup() {
    onContentUpdated(() => showOwnAddress(document, ownAddress(new URL(withBase("/"), location.origin))));
    return () => h(DefaultTheme.Layout, null, { "not-found": notFound });
  },
});

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp() {
    if (typeof document !== "undefined") keepLanguage(document, localStorage);
  },
};
