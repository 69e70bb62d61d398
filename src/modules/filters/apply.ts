// One filter on one mail: sender and subject by wildcard, then the extraction. Real mail and the dry run come through here.

import { compileUserRegex, extractWith } from '../../lib/user-regex.ts';
import { matchesWildcard } from '../../lib/wildcard.ts';

export interface Patterns {
  readonly fromPattern: string | null;
  readonly subjectPattern: string | null;
  readonly extractRegex: string;
}

export interface FilteredMail {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
}

export type FilterResult =
  | { matched: true; code: string; reason: string }
  | { matched: false; code: null; reason: string };

export function applyFilter(filter: Patterns, mail: FilteredMail): FilterResult {
  if (filter.fromPattern !== null && !matchesWildcard(filter.fromPattern, mail.from)) {
    return missed('The sender does not match fromPattern.');
  }
  if (filter.subjectPattern !== null && !matchesWildcard(filter.subjectPattern, mail.subject)) {
    return missed('The subject does not match subjectPattern.');
  }
  const compiled = compileUserRegex(filter.extractRegex);
  if (!compiled.ok) return missed(`extractRegex is not valid: ${compiled.reason}.`);
  const code = extractWith(compiled.regex, mail.subject, mail.text);
  if (code === null) {
    const { searched } = compiled.regex;
    const inFull = mail.subject.length + 1 + mail.text.length <= searched;
    return missed(`extractRegex finds nothing in ${inFull ? 'subject and text' : `the first ${searched} characters`}.`);
  }
  return { matched: true, code, reason: 'Sender and subject match, and extractRegex finds the code.' };
}

function missed(reason: string): FilterResult {
  return { matched: false, code: null, reason };
}
