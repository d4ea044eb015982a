/** Whether the asker has it: RFC 9110 section 13.1.2, where a weak tag is as good as the strong one. */
export const isKnownTag = (tag: string, ifNoneMatch: string | undefined): boolean =>
  (ifNoneMatch ?? "").split(",").some((each) => ["*", tag, `W/${tag}`].includes(each.trim()));
