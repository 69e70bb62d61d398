// Wake-ups across processes. Waiters sit in the local table; Redis carries the signal between processes.
// With Redis away, waiters of this process are still woken by this process, and others fall back to their timeout.

import { randomUUID } from 'node:crypto';
import type { Log } from './log.ts';
import type { Redis } from './redis.ts';
import { createLocalWakeup, type Signal, type Wakeup } from './wakeup.ts';

const CHANNEL = 'mayfly:wake:';
/** A thousand names are a few tens of kilobytes: far from the time that a command may take. */
const SUBSCRIBE_AT_ONCE = 1_000;

export function createRedisWakeup(options: { publisher: Redis; subscriber: Redis; log: Log }): Wakeup {
  const { publisher, subscriber, log } = options;
  const local = createLocalWakeup();
  const self = randomUUID();
  const failed = (error: Error) => log.debug({ err: error }, 'wake-up not carried by Redis');

  local.onTopicOpened = (topic) => {
    // A signal published between here and Redis' confirmation would be missed, so whoever waits is woken
    // once when the subscription stands, and looks again.
    subscriber.subscribe(CHANNEL + topic).then(() => local.publish(topic, 'mail'), failed);
  };
  local.onTopicClosed = (topic) => {
    subscriber.unsubscribe(CHANNEL + topic).catch(failed);
  };
  subscriber.on('message', (channel: string, message: string) => {
    const [sender, signal] = message.split(' ');
    if (sender !== self) local.publish(channel.slice(CHANNEL.length), signal as Signal);
  });
  // Also for topics that were opened while Redis was away. What was published until the subscriptions stand is lost: then
  // everyone looks again.
  subscriber.on('ready', () => void subscribeAgain());
  async function subscribeAgain(): Promise<void> {
    const channels = local.topics().map((topic) => CHANNEL + topic);
    for (let at = 0; at < channels.length; at += SUBSCRIBE_AT_ONCE) {
      await subscriber.subscribe(...channels.slice(at, at + SUBSCRIBE_AT_ONCE)).catch(failed);
    }
    local.wakeAll();
  }

  return {
    subscribe: (topic) => local.subscribe(topic),
    publish(topic, signal) {
      local.publish(topic, signal);
      publisher.publish(CHANNEL + topic, `${self} ${signal}`).catch(failed);
    },
    releaseAll: () => local.releaseAll(),
    get waiting() {
      return local.waiting;
    },
    async close() {
      await local.close();
    },
  };
}
