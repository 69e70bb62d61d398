// VietQR payloads, against public ones and against what a reader makes of them.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/fuzz.ts';
import { crc16, vietQr } from './vietqr.ts';

/** Reads id, length, value triples until the text ends; throws when a length does not fit. */
function parse(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const id = text.slice(at, at + 2);
    const length = Number(text.slice(at + 2, at + 4));
    const value = text.slice(at + 4, at + 4 + length);
    if (!/^\d\d$/.test(id) || value.length !== length || fields.has(id)) throw new Error(`bad field at ${at}: ${text}`);
    fields.set(id, value);
    at += 4 + length;
  }
  return fields;
}

describe('crc16', () => {
  test('gives the published check value of CRC-16/CCITT-FALSE', () => {
    expect(crc16('123456789')).toBe('29B1');
  });

  // As several public implementations quote it from that document; the document itself was not at hand.
  test('gives the checksum of the dynamic account example of NAPAS QR code format 1.5.2', () => {
    const example =
      '00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN' +
      '62340107NPS68690819thanh toan don hang6304';
    expect(crc16(example)).toBe('2E2E');
  });
});

describe('vietQr', () => {
  // The NAPAS example without its bill number, as the README of the npm package dynamic-vietqr prints it.
  test('builds the published dynamic transfer to account 0011012345678', () => {
    const qr = vietQr({ bin: '970403', accountNumber: '0011012345678', amount: 180000, memo: 'thanh toan don hang' });
    expect(qr).toBe(
      '00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN' +
        '62230819thanh toan don hang63045FAB',
    );
  });

  // A second public payload, from the tests of another generator.
  test('builds the published dynamic transfer to account 0011001932418', () => {
    const qr = vietQr({ bin: '970415', accountNumber: '0011001932418', amount: 120000, memo: 'ung ho lu lut' });
    expect(qr).toBe(
      '00020101021238570010A0000007270127000697041501130011001932418' +
        '0208QRIBFTTA530370454061200005802VN62170813ung ho lu lut6304C15C',
    );
  });

  test('every order reads back as it was, with a right checksum', () => {
    const text = (pattern: RegExp) => fc.stringMatching(pattern);
    const order = fc.record({
      bin: text(/^\d{6}$/),
      accountNumber: text(/^[A-Za-z0-9]{1,19}$/),
      amount: fc.integer({ min: 1, max: 9_999_999_999_999 }),
      memo: text(/^[A-Za-z0-9 ]{1,25}$/),
    });
    fc.assert(
      fc.property(order, (wanted) => {
        const qr = vietQr(wanted);
        const root = parse(qr);
        const merchant = parse(root.get('38') ?? '');
        const account = parse(merchant.get('01') ?? '');
        expect(root.get('63')).toBe(crc16(qr.slice(0, -4)));
        expect({
          bin: account.get('00'),
          accountNumber: account.get('01'),
          amount: Number(root.get('54')),
          memo: parse(root.get('62') ?? '').get('08'),
        }).toEqual(wanted);
      }),
      runs(100),
    );
  });

  test.each([
    { bin: '97040' },
    { bin: '97040a' },
    { accountNumber: '' },
    { accountNumber: '1'.repeat(20) },
    { accountNumber: '12 34' },
    { amount: 0 },
    { amount: 1.5 },
    { amount: 1e13 },
    { amount: Number.NaN },
    { memo: '' },
    { memo: 'x'.repeat(26) },
    { memo: 'cà phê' },
  ])('refuses %j', (wrong) => {
    const right = { bin: '970403', accountNumber: '0011012345678', amount: 180000, memo: 'MFABCD2345' };
    expect(() => vietQr({ ...right, ...wrong })).toThrow(RangeError);
  });
});
