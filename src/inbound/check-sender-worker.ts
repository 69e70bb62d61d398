// The thread side of check-thread: checks what comes, each mail answered as soon as its answers from the DNS are there.

import { workerData } from 'node:worker_threads';
import { createDns } from '../infra/dns.ts';
import { answerJobs } from '../infra/in-thread.ts';
import { checkSender } from './check-sender.ts';
import type { CheckJob, CheckThreadOptions } from './check-thread.ts';

const { authserv, dns: dnsOptions, dnsBudgetMs } = workerData as CheckThreadOptions;
const dns = createDns(dnsOptions);

answerJobs(({ raw, submission }: CheckJob) =>
  checkSender(Buffer.from(raw.buffer), submission, authserv, dns.mailResolver(dnsBudgetMs)),
);
