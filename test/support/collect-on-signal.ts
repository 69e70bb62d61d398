// Loaded into a service process before all else (NODE_OPTIONS, --import): SIGUSR2 collects its garbage and gives empty pages back, so that
// a test can tell what is held from the room that V8 keeps for itself.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as NonNullable<typeof gc>;
process.on('SIGUSR2', () => void collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
