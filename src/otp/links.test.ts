import { describe, expect, test } from 'vitest';
import { extractOtp } from './extract.ts';
import type { MailLink } from './links.ts';

function linkOf(
  subject: string,
  text: string | null,
  links: MailLink[] = [],
  htmlText: string | null = null,
): string | null {
  return extractOtp({
    subject,
    text,
    htmlText,
    links,
    from: { address: 'noreply@acme.example', name: 'Acme' },
    recipients: [],
  }).link;
}

const token = '8f2c41aa9d0b7e33';

describe('a link that does what a code does', () => {
  test.each([
    ['verifies', 'Verify my email', `https://acme.example/verify?token=${token}`],
    ['confirms, in Vietnamese', 'Xác nhận email', `https://acme.example/e/${token}`],
    ['resets a password', 'Reset password', `https://acme.example/reset/${token}`],
    [
      'hides behind click tracking',
      'Confirm your account',
      'https://click.acme.example/ls/click?upn=u001.Hx2P9mQk71LZ',
    ],
  ])('%s', (_name, label, href) => {
    expect(linkOf('Welcome', null, [{ href, label }], label)).toBe(href);
  });
  test('signs in, when the mail says the link is for that', () => {
    const href = `https://acme.example/auth?token=${token}`;
    expect(
      linkOf('Sign in to Acme', null, [{ href, label: 'Sign in' }], 'This link expires in 10 minutes. Sign in'),
    ).toBe(href);
  });
  test('stands in plain text behind its sentence, and loses only the full stop', () => {
    expect(linkOf('', `To confirm your address, open https://acme.example/c/${token}.`)).toBe(
      `https://acme.example/c/${token}`,
    );
  });
  test('is handed on as written', () => {
    const href = `HTTPS://Acme.Example/verify?a=%2F&t=${token}#x`;
    expect(linkOf('', null, [{ href, label: 'Verify' }])).toBe(href);
  });
});

describe('a link that does not', () => {
  test.each([
    ['unsubscribes', 'Unsubscribe', `https://acme.example/unsubscribe?token=${token}`],
    ['leads to the shop', 'Shop now', `https://click.acme.example/?t=${token}`],
    ['leads to a sign-in page without a token', 'Log in to view', 'https://acme.example/login'],
    ['leads to a general reset page', 'Reset password', 'https://acme.example/password_reset'],
    ['shows an order', 'View your order', `https://acme.example/orders?token=${token}`],
    ['reports a stranger', 'This was not me', `https://acme.example/verify/deny?t=${token}`],
    ['explains privacy', 'Privacy policy', `https://acme.example/privacy?t=${token}`],
  ])('%s', (_name, label, href) => {
    expect(linkOf('News', null, [{ href, label }], label)).toBeNull();
  });
});
