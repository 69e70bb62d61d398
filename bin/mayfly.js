#!/usr/bin/env node
// Starts the command, after making sure that a Node runs it which can run TypeScript as it is.

const major = Number(process.versions.node.split('.')[0]);
if (major < 26) {
  console.error(
    `Mayfly needs Node 26 and was started with ${process.versions.node}. "npm ci" brings the right one: use "npm start" or "npx mayfly …".`,
  );
  process.exit(1);
}
const { main } = await import('../src/main.ts');
await main(process.argv.slice(2));
