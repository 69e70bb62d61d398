// Sends mails from a thread, so that a test can watch the event loop of the service without the sender's work in it.

import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { sendMail } from './smtp-client.ts';

interface Job {
  readonly port: number;
  readonly to: string;
  readonly raw: Uint8Array;
}

export interface SmtpThread {
  send(job: Job): Promise<string>;
  close(): Promise<void>;
}

export function startSmtpThread(): SmtpThread {
  const worker = new Worker(new URL(import.meta.url));
  return {
    send: (job) =>
      new Promise((resolve) => {
        worker.once('message', resolve);
        worker.postMessage(job);
      }),
    close: async () => void (await worker.terminate()),
  };
}

if (!isMainThread) {
  parentPort?.on('message', async (job: Job) => parentPort?.postMessage(await sendMail(job.port, job)));
}
