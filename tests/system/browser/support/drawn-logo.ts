import type { Page } from "@flowlix/testkit/browser";

/** A logo as drawing programs make them: by an encoder that is none of ours. */
export async function drawnLogo(page: Page, colour: string, type: string): Promise<Buffer> {
  const url = await page.evaluate<string>(`{
    const canvas = Object.assign(document.createElement("canvas"), { width: 160, height: 80 });
    const pen = canvas.getContext("2d");
    pen.fillStyle = "${colour}";
    pen.fillRect(0, 0, 160, 80);
    pen.fillStyle = "#000000";
    pen.font = "bold 40px sans-serif";
    pen.fillText("LOGO", 15, 55);
    canvas.toDataURL("${type}");
  }`);
  if (!url.startsWith(`data:${type};base64,`)) throw new Error(`no ${type} but ${url.slice(0, 40)}`);
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
