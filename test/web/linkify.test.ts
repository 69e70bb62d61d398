// Web addresses in plain text become links, and nothing else does.

import { expect, test } from 'vitest';
import { linkify } from '../../web/src/lib/mail/linkify.ts';

const links = (text: string) => linkify(text).flatMap(({ href }) => (href === null ? [] : [href]));

test('the pieces together are the text itself', () => {
  const text = 'See https://a.example/x?y=1, then (http://b.example/z). <b>Bye</b>';
  expect(
    linkify(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

test('punctuation after an address does not belong to it', () => {
  expect(links('Go to https://a.example/x. Or (https://b.example/y)!')).toEqual([
    'https://a.example/x',
    'https://b.example/y',
  ]);
});

test('only http and https are linked', () => {
  expect(links('javascript:alert(1) data:text/html,x ftp://x.example file:///etc/passwd')).toEqual([]);
});
