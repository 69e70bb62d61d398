import { describe, expect, test } from 'vitest';
import { codeOf, otpMail } from '../../test/support/otp.ts';
import { extractOtp } from './extract.ts';

describe('what a person types', () => {
  test.each([
    ['digits in groups are joined', 'Your verification code is 482 913', '482913'],
    ['digits one by one are joined', 'Your verification code:\n\n4 8 2 9 1 3', '482913'],
    ['digits in cells are joined', 'Your verification code:\n4\t8\t2\t9\t1\t3', '482913'],
    ['digits on lines of their own are joined', 'Your verification code:\n4\n8\n2\n9\n1\n3\nBye', '482913'],
    ['full-width digits become ASCII', '验证码：４８２９１３', '482913'],
    ['Arabic-Indic digits become ASCII', 'رمز التحقق: ٤٨٢٩١٣', '482913'],
    ['Devanagari digits become ASCII', 'आपका OTP ४८२९१३ है', '482913'],
    ['keycap digits become ASCII', 'Your verification code: 4️⃣8️⃣2️⃣9️⃣1️⃣3️⃣', '482913'],
    [
      'invisible characters inside are dropped',
      'Your verification code: 4\u200b8\u200b2\u200b9\u200b1\u200b3',
      '482913',
    ],
    ['a hyphen between letters is kept', 'Confirmation code: T4R-QKE', 'T4R-QKE'],
    ['a hyphen between digits is kept', 'Your verification code is 482-913', '482-913'],
    ['a typographic hyphen is an ASCII one', 'Your verification code is 482\u2011913', '482-913'],
    ['the G- prefix is not typed', 'G-482913 is your verification code.', '482913'],
    ['letters keep their case', 'Your login code is a7Kp2x', 'a7Kp2x'],
    ['bold marks of plain text are not part of it', 'Your one-time code is **8DS2F4**.', '8DS2F4'],
    ['mixed groups on a line of their own are joined', 'Your access code:\n\nK2P 8X4', 'K2P8X4'],
    ['a dash among single digits is kept', 'Your verification code:\n\n6 4 0 - 1 9 2', '640-192'],
    ['dots between digits are not typed', 'Your verification code is: 482.913', '482913'],
    ['a full-width comma behind it is not part of it', '验证码为482913，10分钟内有效', '482913'],
    ['cells do not run on into the next line', 'Mã xác minh:\n4\t8\t0\t2\t2\t7\nMã sẽ hết hạn', '480227'],
    ['small letters in two equal halves', 'Your login code:\n\nhbxkq-wprtm', 'hbxkq-wprtm'],
    ['leading zeros stay', 'Your verification code is 004821', '004821'],
  ])('%s', (_name, text, code) => {
    expect(codeOf(text)).toBe(code);
  });
});

describe('where it stands', () => {
  test.each([
    ['behind the word', 'Your security code: 4821', '4821'],
    ['before the word', '4821 is your security code', '4821'],
    ['on a line below', 'Your security code:\n\n4821', '4821'],
    ['several lines below', 'Here is your security code.\nHi Jo,\nkeep it to yourself.\n\n48213', '48213'],
    ['on a line above', '482913\nThis is your security code.', '482913'],
    ['wrapped at the line end', 'The verification code for the change you asked for is\n482913. Thank you.', '482913'],
    ['in the column of its heading', 'Order\tCode\tUntil\n99120\t482913\t12:00\nUse the code to sign in.', '482913'],
    ['behind numbers that only stand on the way', 'Your TAN for 25 EUR to account 3704 0044 05 is 482913.', '482913'],
    ['below a sentence that ends in "is"', 'Your passcode for flight BP 417 HAN-SGN is\n\n5S2KQ8', '5S2KQ8'],
    ['below a line that asks for it', 'Almost there! Paste this into the log-in page:\n\n2PX9K4', '2PX9K4'],
    ['without a noun, by the verb', 'Enter 482913 to sign in.', '482913'],
  ])('%s', (_name, text, code) => {
    expect(codeOf(text)).toBe(code);
  });
  test('in the subject only', () => {
    expect(codeOf('Hello!', { subject: '482913 is your Acme code' })).toBe('482913');
  });
  test('bound to a site by its last line', () => {
    expect(codeOf('Hi\n\n@acme.example #482913')).toBe('482913');
  });
  test('in the HTML when the text part says nothing', () => {
    expect(codeOf('Your mail program cannot show HTML.', { htmlText: 'Verification code\n482913' })).toBe('482913');
  });
});

describe('of several, the one that counts', () => {
  test.each([
    ['old before new', 'Your old code 111111 no longer works. New code: 222222'],
    ['new before old', 'Your verification code is 222222. It replaces the earlier code 111111.'],
    [
      'the answer above the quoted mail',
      'Your login code: 222222\n\nOn Mon, 3 Nov 2025 at 11:02, Jo wrote:\n> my verification code: 111111',
    ],
    [
      'the fresh one above a thread, though no word announces it',
      'As you asked: 222222\n\nOn Mon, 3 Nov 2025 at 11:02, Acme wrote:\n> Your login code is 111111.',
    ],
    ['not the anti-phishing code', 'Anti-phishing code: 111111\nVerification code: 222222'],
    ['not the bank reference', 'OTP (Ref: KXQP) is 222222'],
    ['not the order number', 'Order number: 111111\nVerification code: 222222'],
    ['not the promo code', 'Your verification code: 222222\nThen use promo code 111111 at checkout.'],
  ])('%s', (_name, text) => {
    expect(codeOf(text)).toBe('222222');
  });
});

describe('what is no code', () => {
  const about = 'Never share your verification code with anyone.\n';
  test.each([
    ['order numbers', 'Order number: 482913'],
    ['invoice numbers', 'Invoice 482913 is due'],
    ['ticket numbers', 'Re: [#482913] your request'],
    ['tracking numbers', 'Tracking number: 1Z999AA10123456784'],
    ['prices', 'You paid $4829 and 482.913 VND, 4829 €'],
    ['dates', 'on 2025-11-04 and 04/11/2025'],
    ['years', 'Acme since 1998, © 2025 Acme'],
    ['times', 'at 14:32:07'],
    ['phone numbers', 'Call 1900 5588 18 or +84 28 3822 1234 or (503) 555-0142'],
    ['postal codes', 'San Francisco, CA 94103'],
    ['postal codes before the town', 'OOO Acme, 125196, Moscow'],
    ['years of a date in words', 'Your code was sent on 3 November 2025'],
    ['what a few unknown words and a colon name', 'Meter reading: 48213.'],
    ['what opens a door', 'Your PIN for the front door is 8812.'],
    ['numbers of calls to beware of', 'Callers from 0246 who ask you for the OTP are frauds.'],
    ['ticket numbers in brackets', 'Re: no verification code received (#48213)'],
    ['colours', 'Use #a1b2c3'],
    ['IP addresses', 'from 113.161.72.18'],
    ['versions', 'Chrome 130.0.6723'],
    ['durations', 'It expires in 3600 seconds'],
    ['last digits of a card', 'Card ending in 4821, card ****4821, card x4821'],
    ['digits in web addresses', 'https://acme.example/v/482913?c=482913'],
    ['digits in mail addresses', 'write to user482913@acme.example'],
    ['coupon codes', 'Use coupon code 482913'],
    ['booking references', 'Booking reference: K7QX2M'],
    ['gift cards', 'Gift card code: 4829-1300\nPIN: 4829'],
    ['meeting passcodes', 'Meeting ID: 857 4829 1300\nPasscode: 482913'],
    ['backup codes', 'Backup codes:\n48291300\n77120488\n19305521\n88412033'],
    ['a scale to click', '1 2 3 4 5'],
    ['customer numbers', 'Customer ID 482913'],
  ])('%s', (_name, line) => {
    expect(codeOf(`${about}${line}\n`)).toBeNull();
  });
  test('digits of the recipient address', () => {
    expect(codeOf('Your verification is complete.\n5820', { recipients: ['inbox5820@mayfly.test'] })).toBeNull();
  });
  test('a number in a mail that is about nothing of the kind', () => {
    expect(codeOf('See you at the house\n482913\nBye')).toBeNull();
  });
  test('a shouted word or a button', () => {
    expect(
      codeOf('Enter your verification code:\nCONTINUE', {
        links: [{ href: 'https://acme.example/', label: 'CONTINUE' }],
      }),
    ).toBeNull();
  });
});

test('the form without a hyphen wins when the mail shows both', () => {
  expect(codeOf('Please enter 773120 on the page.', { subject: 'Email verification code 773 - 120' })).toBe('773120');
});

test('every candidate says why', () => {
  const { candidates } = extractOtp(otpMail('Your verification code is 482913. Room 4021.'));
  expect(candidates[0]).toMatchObject({
    code: '482913',
    reasons: expect.arrayContaining([expect.stringContaining('verification code')]),
  });
});
