import type { Field, FieldErrors } from "../field-errors.ts";
import { attributes, markup, type Markup } from "../markup.ts";
import type { Texts } from "../texts/index.ts";

interface FieldOptions {
  readonly label: string;
  readonly hint?: string;
  readonly value?: string;
  /** Attributes of the input that are its own. */
  readonly input: Readonly<Record<string, string | number | boolean>>;
  /** Stands in the frame of the input, behind it. */
  readonly inside?: Markup;
  readonly optional?: boolean;
}

export interface FieldContext {
  readonly texts: Texts;
  readonly errors: FieldErrors;
}

const hintId = (field: Field): string => `${field}-hint`;
const errorId = (field: Field): string => `${field}-error`;

/** Label, hint, input, and a place for the error that is there even while it is empty. */
export function fieldOf(context: FieldContext, field: Field, options: FieldOptions): Markup {
  const { label, hint, value, input, inside, optional = false } = options;
  const described = describedBy(context, field, hint !== undefined);
  return markup`<div class="field" id="${field}-field">
${labelOf(context, field, label, optional)}
${hint === undefined ? null : markup`<p class="hint" id="${hintId(field)}">${hint}</p>`}
<div class="box"><input id="${field}" name="${field}"${attributes({ ...input, ...described })}${value === undefined || value === "" ? null : markup` value="${value}"`}>${inside}</div>
${errorOf(context, field)}
</div>`;
}

/** A choice from a list; the first entry stands for none. */
export function choiceOf(
  context: FieldContext,
  field: Field,
  { label, input, value }: Pick<FieldOptions, "label" | "input" | "value">,
  options: readonly { readonly code: string; readonly name: string }[],
): Markup {
  const listed = options.map(
    ({ code, name }) =>
      markup`<option value="${code}"${code === value ? markup` selected` : null}>${name}</option>`,
  );
  return markup`<div class="field" id="${field}-field">
${labelOf(context, field, label, true)}
<div class="box"><select id="${field}" name="${field}"${attributes({ ...input, ...describedBy(context, field, false) })}>${listed}</select></div>
${errorOf(context, field)}
</div>`;
}

function labelOf({ texts }: FieldContext, field: Field, label: string, optional: boolean): Markup {
  const mark = optional ? markup` <span class="optional">(${texts.form.optional})</span>` : null;
  return markup`<label for="${field}">${label}${mark}</label>`;
}

function describedBy({ errors }: FieldContext, field: Field, hinted: boolean) {
  const ids = [...(hinted ? [hintId(field)] : []), errorId(field)];
  return { "aria-describedby": ids.join(" "), "aria-invalid": errors.has(field) ? "true" : null };
}

function errorOf({ texts, errors }: FieldContext, field: Field): Markup {
  const error = errors.get(field);
  return markup`<p class="error" id="${errorId(field)}">${error === undefined ? null : texts.errors[error]}</p>`;
}
