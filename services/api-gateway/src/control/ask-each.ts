export interface Answers<T> {
  readonly answers: readonly (T & { readonly service: string })[];
  readonly missing: readonly string[];
}

/** Asks all owners at once; those that do not answer are missing. */
export async function askEach<Owner, T extends object>(
  owners: Readonly<Record<string, Owner>>,
  ask: (owner: Owner) => Promise<T>,
): Promise<Answers<T>> {
  const read = await Promise.all(
    Object.entries(owners).map(async ([service, owner]) => ({
      service,
      answer: await ask(owner).catch(() => null),
    })),
  );
  return {
    answers: read.flatMap(({ service, answer }) => (answer === null ? [] : [{ ...answer, service }])),
    missing: read.filter(({ answer }) => answer === null).map(({ service }) => service),
  };
}
