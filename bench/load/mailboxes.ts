// Mailboxes for a scenario, opened over the public API.

export interface BenchMailbox {
  readonly id: string;
  readonly address: string;
  readonly token: string;
}

export async function openMailboxes(origin: string, count: number): Promise<BenchMailbox[]> {
  const opened: BenchMailbox[] = [];
  while (opened.length < count) {
    const wanted = Math.min(50, count - opened.length);
    opened.push(...(await Promise.all(Array.from({ length: wanted }, () => openMailbox(origin)))));
  }
  return opened;
}

async function openMailbox(origin: string): Promise<BenchMailbox> {
  const response = await fetch(`${origin}/api/v1/mailboxes`, { method: 'POST' });
  if (response.status !== 201) throw new Error(`creating a mailbox answered ${response.status}`);
  return ((await response.json()) as { data: BenchMailbox }).data;
}
