// A memo is found again in whatever banks make of it, and nothing else is taken for one.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMemo, memosIn, newMemo } from './memo.ts';

const MEMO = 'MF7KQ2HXW4';

describe('memosIn', () => {
  test.each([
    'MF7KQ2HXW4',
    'mf7kq2hxw4',
    'MF 7KQ2-HXW4',
    'M.F.7.K.Q.2.H.X.W.4',
    'NGUYEN VAN A chuyen tien MF7KQ2HXW4 FT26090123456',
    'MBVCB.3278907687.MF7KQ2HXW4.CT tu 0011 toi 0022',
    'CUSTOMERMF7KQ2HXW4THANKS',
    'cty AMF MF7KQ2HXW4',
    'MFMF7KQ2HXW4',
    'ＭＦ７ＫＱ２ＨＸＷ４',
    'chuyển tiền: mf7kq2\nhxw4',
  ])('finds the memo in %j', (text) => {
    expect(memosIn([text])).toContain(MEMO);
  });

  test.each(['', 'chuyen tien', 'MF7KQ2HXW', 'MF7KQ2HXWO', 'MF7KQ2HXW0', 'M7KQ2HXW4', 'MF7KQ2HX W'])(
    'finds nothing in %j',
    (text) => {
      expect(memosIn([text, null])).toEqual([]);
    },
  );

  test('finds one memo that stands in both texts once, and two memos as two', () => {
    expect(memosIn([MEMO, `tien ${MEMO}`])).toEqual([MEMO]);
    expect(memosIn([MEMO, 'MFACDEFHJK'])).toEqual([MEMO, 'MFACDEFHJK']);
  });

  test('finds every memo again, whatever a bank puts around and between', () => {
    const noise = fc.stringMatching(/^[ .,:;/_+-]{0,3}$/);
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(noise, { minLength: 9, maxLength: 9 }), (before, after, gaps) => {
        const memo = newMemo();
        const spread = [...memo].map((char, i) => (i % 2 ? char.toLowerCase() : char) + (gaps[i] ?? '')).join('');
        expect(memosIn([`${before}${spread}${after}`])).toContain(memo);
      }),
    );
  });

  test('reads a text of a megabyte in no time', () => {
    const began = performance.now();
    memosIn(['MF'.repeat(500_000)]);
    expect(performance.now() - began).toBeLessThan(100);
  });
});

test('a memo never has two characters that are taken for each other', () => {
  const seen = new Set<string>();
  for (let i = 0; i < 2_000; i++) {
    const memo = newMemo();
    expect(isMemo(memo)).toBe(true);
    for (const char of memo.slice(2)) seen.add(char);
  }
  for (const pair of ['0O', '1I', '2Z', '5S', '6G', '8B', '1L', 'OD']) {
    expect([pair, [...pair].filter((char) => seen.has(char)).length]).toEqual([pair, expect.toSatisfy((n) => n < 2)]);
  }
});
