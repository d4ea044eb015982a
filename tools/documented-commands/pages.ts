/** Pages whose commands people paste. */
export const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "charts/payments-platform/README.md",
  "charts/payments-platform/UPGRADING.md",
  "docs/backups-kubernetes.md",
  "docs/backups.md",
  "docs/chart.md",
  "docs/compose.md",
  "docs/operators.md",
  "docs/tour.md",
];
