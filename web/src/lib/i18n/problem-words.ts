// Every refusal of the service in words for people, never a bare code or status.

import type { ApiProblem } from '../api/problem.ts';
import { span } from './format.ts';
import { t } from './i18n.svelte.ts';

export function wordsFor(problem: ApiProblem): string {
  const words = t().problems;
  if (problem.code === 'rate.limited') return words.limited(span(problem.retryAfter ?? 60, 'long'));
  if (problem.code === 'network') return navigator.onLine ? words.unreachable : words.offline;
  const known: string | undefined = words.codes[problem.code as keyof typeof words.codes];
  if (known === undefined) return problem.status >= 500 ? words.codes['service.internal'] : problem.message;
  // Where the service names a limit or the wrong part of an expression, its own words help.
  const detailed = ['mailbox.extend_limit', 'filter.invalid_regex', 'webhook.url_not_public'].includes(problem.code);
  return detailed && problem.detail ? `${known} (${problem.detail})` : known;
}
