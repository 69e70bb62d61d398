#!/usr/bin/env node
// Starts the command, after making sure that a Node runs it which can run TypeScript as it is.

// As a whole, because an older Node has no such export and could not even say that it is too old.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

const major = Number(process.versions.node.split('.')[0]);
if (major < 26) {
  console.error(
    `Mayfly needs Node 26 and was started with ${process.versions.node}. "npm ci" brings the right one: use "npm start" or "npx mayfly …".`,
  );
  process.exit(1);
}
// Compiled code is kept between starts: less to do, and no TypeScript stripper in memory.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/mayfly', import.meta.url)));
// Starting makes much garbage at once, and V8 keeps the room it grew for it (measured: 47 MB). `serve` lets it grow again.
v8.setFlagsFromString('--semi-space-growth-factor=1');
const { main } = await import('../src/main.ts');
await main(process.argv.slice(2));
