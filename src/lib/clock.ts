// Time comes in as an argument wherever a test has to control it.

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
