// One line of `mayfly doctor`: what was looked at, how it is, and what to do about it.

import { plainText } from './table.ts';

export type State = 'ok' | 'warning' | 'problem';

export interface Finding {
  readonly check: string;
  readonly state: State;
  readonly text: string;
  readonly todo?: string;
}

export const ok = (check: string, text: string): Finding => ({ check, state: 'ok', text });
export const warning = (check: string, text: string, todo: string): Finding => ({
  check,
  state: 'warning',
  text,
  todo,
});
export const problem = (check: string, text: string, todo: string): Finding => ({
  check,
  state: 'problem',
  text,
  todo,
});

export function findingLines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, state, text, todo }) => {
      const line = `${state.padEnd(7)}  ${check.padEnd(width)}  ${plainText(text)}`;
      return todo === undefined ? line : `${line}\n${' '.repeat(width + 11)}→ ${plainText(todo)}`;
    })
    .join('\n');
}
