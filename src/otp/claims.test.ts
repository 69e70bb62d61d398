// To whom a value belongs: to the word that announces a code, to another noun, or to nobody because it is an example.
import { describe, expect, test } from 'vitest';
import { codeOf } from '../../test/support/otp.ts';

describe('of two numbers, the code is', () => {
  test.each([
    ['the one said to be it', '482913 is the OTP to sign contract 3802114957.', '482913'],
    [
      'the one below, not the phone it is read out on',
      'Read this authorisation code to us on the phone: 482913',
      '482913',
    ],
    ['the one without a noun of its own', 'Your sign-in code (application 771204) is 482913.', '482913'],
    [
      'the one that is no example',
      'The code we texted you (example: 123456) goes first.\nThis code goes second: 482913',
      '482913',
    ],
    ['the one that is not an older one', 'Your code is 482913. Code 111111 was used yesterday.', '482913'],
  ])('%s', (_name, text, code) => {
    expect(codeOf(text)).toBe(code);
  });
});

describe('a value is not a code when', () => {
  test.each([
    [
      'an unknown noun before it names it',
      'Your verification code has expired. To go on with application 771204, request a new code.',
    ],
    ['it is an example', 'A verification code, such as 482913, has six digits.'],
    ['its announcement is quoted', 'They write: “Your verification code is 482913”. Hang up.'],
    ['its announcement speaks of all codes', 'In tests, every verification code is 482913.'],
    ['it is a field of a program', 'The verification answer is {"code": "482913"}.'],
    ['it counts what follows', 'After the OTP leak, 48213 accounts were closed.'],
    ['the number is where a text goes', 'To get no more verification codes, text STOP to 60077.'],
    ['it is shown to a courier', 'Share OTP 4821 with the delivery agent to get your parcel.'],
    ['it opens a locker', 'Your parcel is in the locker. PIN: 482913'],
    [
      'it belongs to a card payment',
      'Amount $48.20\nMerchant: Blue Fig\nTransaction ID 930417228\nAuthorization code 048213',
    ],
    ['a sale stands beside it', 'Enter the code\n\nSUN2025\n\nat checkout for 15% off.'],
    ['it is a year of another calendar', 'Verification ends on 17 พ.ย. 2568'],
  ])('%s', (_name, text) => {
    expect(codeOf(text)).toBeNull();
  });
  test('the body names the number of the subject', () => {
    expect(
      codeOf('Application number: 482913\nThank you for registering.', { subject: 'Registration 482913' }),
    ).toBeNull();
  });
});

describe('what is said far from a value does not count for it:', () => {
  const code = 'Your login code:\n\n7KQ-2MX\n\nIt works for ten minutes.\n\n';
  test('a sale below does not make a login code a coupon', () => {
    expect(codeOf(`${code}P.S. Winter sale! 20% off with code WINTER20 at checkout.`)).toBe('7KQ-2MX');
  });
  test('a warning about codes does not make a coupon a login code', () => {
    expect(codeOf('Use code WINTER20 for 20% off.\n\nNever share your verification code with anyone.')).toBeNull();
  });
});

describe('where nothing near announces it, a value counts when', () => {
  test('the subject announces one and it is the only one', () => {
    expect(codeOf('7KQ2MX', { subject: 'Your code' })).toBe('7KQ2MX');
  });
  test('the line above ends in the verb', () => {
    expect(codeOf('To approve the transfer, enter\n\n482913\n\nin the app.')).toBe('482913');
  });
  test('the line below says what it is', () => {
    expect(codeOf('>>> 482913 <<<\n\nAbove is the code to verify your address.')).toBe('482913');
  });
});

describe('a password for once is taken as it stands', () => {
  test.each([
    ['with symbols', 'Temporary password: Tx7#Rk29', 'Tx7#Rk29'],
    ['made of words', 'One-time password: maple-river-83', 'maple-river-83'],
    ['in another language', 'Einmalpasswort:  Lind-47-Gans', 'Lind-47-Gans'],
    ['behind a remark', 'Mật khẩu đăng nhập (dùng một lần): Tx7#Rk29', 'Tx7#Rk29'],
    ['in the cell beside', 'Temporary password\tTq7xM2vR', 'Tq7xM2vR'],
    [
      'when only the mail says that it is for once',
      'Password: tiger-lake-42\nChange it when you first log in.',
      'tiger-lake-42',
    ],
  ])('%s', (_name, text, password) => {
    expect(codeOf(text)).toBe(password);
  });
  test('but not the one of a network', () => {
    expect(codeOf('Wi-Fi password: sunny4821. It is temporary.')).toBeNull();
  });
});

describe('codes in odd groups are kept whole', () => {
  test.each(['7KD2-P', 'QUAY-5521-R', 'tulip-anchor-4491'])('%s', (code) => {
    expect(codeOf(`Your one-time code is: ${code}\n`)).toBe(code);
  });
});

describe('a code is found', () => {
  test.each([
    ['before a comma that is no part of a number', '您的验证码为:482913,10分钟内有效', '482913'],
    ['by a name that is not “code”', 'Your activation key: a81f3\nEnter it when you log in.', 'a81f3'],
    ['by a sentence behind it that points back', 'Type 2E7F41 on the page. This is your verification code.', '2E7F41'],
    ['by a line below that points up', '58213\n\nThis is what you type on the page to verify your email.', '58213'],
    ['in a frame of stars', 'Your verification code:\n*** 482913 ***', '482913'],
    ['as a password with a sign in it', 'Username: 20251193\nTemporary password: Bn@20471193', 'Bn@20471193'],
  ])('%s', (_name, text, code) => {
    expect(codeOf(text)).toBe(code);
  });
});

describe('no code is', () => {
  test.each([
    [
      'a mark in brackets at the foot',
      'I never got my verification code.\n\n----------\nSent by the help desk\n[7KQP2X-R9VM4]',
    ],
    ['the number of an account in brackets', 'Reset the password of your account quiet.otter (code 118204).'],
    ['a name with digits', 'A wrong SMS code was entered while logging in to Jantar24.'],
    ['the passcode of a meeting', 'Join the meeting\nMeeting ID: 864 1207 5933\nPasscode: 530217\n,,864#,,*530217#'],
    ['the key of a network', 'Your guest Wi-Fi access key: blue7721'],
    ['a code that a word behind it names otherwise', 'Bạn đã đăng nhập bằng mã xác thực.\nMã thông báo: 7719302'],
  ])('%s', (_name, text) => {
    expect(codeOf(text)).toBeNull();
  });
});
