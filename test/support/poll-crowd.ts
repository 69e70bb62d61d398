// Many held polls from a process of its own, so that holding them costs the test nothing while it measures others.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('./poll-crowd-child.ts', import.meta.url));

export interface CrowdMailbox {
  /** Where its polls seem to come from; the service has to believe X-Forwarded-For. */
  readonly ip: string;
  readonly token: string;
}

export interface CrowdState {
  /** Connections that are open. */
  readonly open: number;
  /** How many answers had which status. */
  readonly answers: Readonly<Record<string, number>>;
}

export type CrowdRequest =
  | {
      readonly act: 'hold';
      readonly mailboxes: readonly CrowdMailbox[];
      readonly each: number;
      readonly seconds: number;
    }
  | { readonly act: 'leave'; readonly ips: readonly string[] }
  | { readonly act: 'look' };

export interface PollCrowd {
  /** Sends so many polls to each mailbox; resolves when the service holds them. */
  hold(mailboxes: readonly CrowdMailbox[], each: number, seconds: number): Promise<CrowdState>;
  /** Disconnects the polls that came from these addresses. */
  leave(ips: readonly string[]): Promise<CrowdState>;
  look(): Promise<CrowdState>;
  close(): Promise<void>;
}

export function startPollCrowd(origin: string): PollCrowd {
  const child = fork(CHILD, [origin], { execArgv: [] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ask = (request: CrowdRequest) =>
    new Promise<CrowdState>((resolve, reject) => {
      child.once('message', ({ value, error }: { value?: CrowdState; error?: string }) =>
        value === undefined ? reject(new Error(error)) : resolve(value),
      );
      child.send(request);
    });
  return {
    hold: (mailboxes, each, seconds) => ask({ act: 'hold', mailboxes, each, seconds }),
    leave: (ips) => ask({ act: 'leave', ips }),
    look: () => ask({ act: 'look' }),
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
