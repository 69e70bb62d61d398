// The thread side of check-thread: checks what comes, each mail answered as soon as its answers from the DNS are there.

import { parentPort, workerData } from 'node:worker_threads';
import { createDns } from '../infra/dns.ts';
import { checkSender } from './check-sender.ts';
import type { CheckAnswer, CheckJob, CheckThreadOptions } from './check-thread.ts';

const { authserv, dns: dnsOptions, dnsBudgetMs } = workerData as CheckThreadOptions;
const dns = createDns(dnsOptions);

parentPort?.on('message', ({ id, raw, submission }: CheckJob) => {
  const answer = (check: CheckAnswer['check']) => parentPort?.postMessage({ id, check } satisfies CheckAnswer);
  checkSender(Buffer.from(raw.buffer), submission, authserv, dns.mailResolver(dnsBudgetMs)).then(answer, () =>
    answer(null),
  );
});
