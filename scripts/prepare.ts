// Runs after `npm ci`: builds the web app, and compiles the service once so that its first start is as quick and small as later ones.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const run = (cwd: string, ...args: string[]) =>
  execFileSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });

run(at('web'), at('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error');
run(at('.'), at('bin/mayfly.js'), 'help');
