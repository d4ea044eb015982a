export function asyncClient(client: string): string;
