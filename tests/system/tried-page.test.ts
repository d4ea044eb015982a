import { expect } from "chai";
import { notAsked, stepsOf } from "../../tools/kube/recovery/page.ts";

const PAGE = `
1. First:

   \`\`\`sh
   name=$(kubectl create -o name -f -)
   kubectl wait "$name" --for=condition=Ready   # soon
   \`\`\`

   No progress: \`kubectl logs -l a=b\`, and see \`make kube-check\`.

\`\`\`sh
while kubectl get secret | grep old; do sleep 5; done
helm upgrade pay charts/pay --set 'a=b c'
\`\`\`
`;
const ASKED = [
  "kubectl create -o name -f -",
  "kubectl wait backup/of-a-test --for=condition=Ready",
  "kubectl logs -l a=b",
  "kubectl get secret",
  "helm upgrade pay charts/pay --set a=b c",
];

describe("a page whose commands are all to be run", () => {
  it("is taken in its order, blocks and commands of kubectl within sentences", () => {
    expect(stepsOf(PAGE).map(({ line, text }) => [line, text.trim().split("\n")[0]])).to.deep.equal([
      [5, "name=$(kubectl create -o name -f -)"],
      [9, "kubectl logs -l a=b"],
      [12, "while kubectl get secret | grep old; do sleep 5; done"],
    ]);
  });

  it("is run where each command was asked, whatever the shell put into its words", () => {
    expect(notAsked(stepsOf(PAGE), ASKED)).to.deep.equal([]);
  });

  for (const [index, call] of ASKED.entries())
    it(`names the command that nothing ran: ${call}`, () => {
      const left = notAsked(stepsOf(PAGE), ASKED.toSpliced(index, 1));
      expect(left).to.have.length(1);
      expect(left[0]).to.match(/^line \d+ was not run: /);
    });

  it("takes no other call for the one of the page", () => {
    const others = ASKED.map((call) => call.replace("condition=Ready", "condition=Other"));
    expect(notAsked(stepsOf(PAGE), others)).to.deep.equal([
      "line 6 was not run: kubectl wait $name --for=condition=Ready",
    ]);
  });
});
