// Short words that pass: what was done, or why it could not be.

import { asProblem } from '../api/problem.ts';
import { wordsFor } from '../i18n/problem-words.ts';

export interface Toast {
  readonly id: number;
  readonly words: string;
  readonly kind: 'done' | 'trouble';
}

let count = 0;
let shown = $state.raw<readonly Toast[]>([]);

export const toasts = (): readonly Toast[] => shown;

export function toast(words: string, kind: Toast['kind'] = 'done'): void {
  count += 1;
  const id = count;
  shown = [...shown.slice(-2), { id, words, kind }];
  setTimeout(() => dismiss(id), kind === 'done' ? 3_000 : 8_000);
}

export function dismiss(id: number): void {
  shown = shown.filter((one) => one.id !== id);
}

export const toastProblem = (error: unknown): void => toast(wordsFor(asProblem(error)), 'trouble');
