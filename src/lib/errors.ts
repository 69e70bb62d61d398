// The one catalogue of error codes: the only place that knows which status and title a code has.
// Services throw AppError(code); http/problem.ts turns it into problem+json.

interface Entry {
  readonly status: number;
  readonly title: string;
  /** What a caller can do about it; shown on /docs/errors. */
  readonly advice: string;
}

export const CATALOGUE = {
  'request.malformed': {
    status: 400,
    title: 'The request could not be read',
    advice: 'Send well-formed JSON with `Content-Type: application/json`.',
  },
  'request.too_large': {
    status: 413,
    title: 'The request body is too large',
    advice: 'Keep bodies below 1 MiB.',
  },
  'request.not_found': { status: 404, title: 'There is nothing at this path', advice: 'Check the path against /docs.' },
  'request.method_not_allowed': {
    status: 405,
    title: 'This path does not take that method',
    advice: 'The `Allow` header names the methods it takes.',
  },
  'request.validation': {
    status: 422,
    title: 'The request has invalid values',
    advice: '`errors` lists each path with what it takes.',
  },
  'request.invalid_cursor': {
    status: 422,
    title: 'The cursor is not valid',
    advice: 'Use `nextCursor` of an earlier answer of the same list as it is, or leave `cursor` out.',
  },
  'rate.limited': {
    status: 429,
    title: 'Too many requests',
    advice: 'Wait for `Retry-After` seconds. Hold `wait=25` instead of polling.',
  },
  'auth.missing': {
    status: 401,
    title: 'A credential is required',
    advice: 'Send `Authorization: Bearer <credential>`.',
  },
  'auth.invalid_token': {
    status: 401,
    title: 'The credential is not valid',
    advice: 'It is unknown, revoked or past its end. Obtain a new one.',
  },
  'auth.wrong_credential': {
    status: 401,
    title: 'This call takes another kind of credential',
    advice: '`detail` names the kind that the call wants.',
  },
  'auth.invalid_credentials': {
    status: 401,
    title: 'Sign-in failed',
    advice: 'Check address, password and code.',
  },
  'auth.totp_required': {
    status: 401,
    title: 'A two-factor code is required',
    advice: 'Repeat the call with `code`.',
  },
  'auth.reset_token_gone': {
    status: 410,
    title: 'The reset link was used or is past its time',
    advice: 'Ask for a new one with `POST /auth/password/forgot`.',
  },
  'signup.closed': {
    status: 403,
    title: 'Sign-up is closed on this service',
    advice: 'Ask the operator for an account.',
  },
  'signup.token_gone': {
    status: 410,
    title: 'The sign-up link was used or is past its time',
    advice: 'Sign up again to get a new link.',
  },
  'twofactor.already_enabled': {
    status: 409,
    title: 'Two-factor is already on',
    advice: 'Turn it off first to enrol another device.',
  },
  'twofactor.invalid_code': {
    status: 422,
    title: 'The two-factor code is not valid',
    advice: 'Use the current code, once. Enrolment has to be confirmed within 10 minutes.',
  },
  'mailbox.local_part_taken': {
    status: 409,
    title: 'This address is taken',
    advice: 'Choose another `localPart`, or leave it out to have one generated.',
  },
  'mailbox.domain_unavailable': {
    status: 422,
    title: 'No mailbox can be opened on this domain',
    advice: 'Use one of `GET /domains`, or a verified domain of your account.',
  },
  'mailbox.expired': { status: 410, title: 'The mailbox has expired', advice: 'Open a new one.' },
  'mailbox.extend_limit': {
    status: 403,
    title: 'The mailbox cannot live that long',
    advice: '`detail` names the longest life from now.',
  },
  'mailbox.limit_reached': {
    status: 403,
    title: 'The plan allows no more mailboxes',
    advice: 'Destroy one, or choose a larger plan.',
  },
  'mailbox.not_found': { status: 404, title: 'There is no such mailbox', advice: 'Check the id.' },
  'message.not_found': { status: 404, title: 'There is no such message', advice: 'Check the id.' },
  'message.raw_expired': {
    status: 410,
    title: 'The original is past its retention',
    advice: '`rawExpiresAt` on the message says until when it can be had.',
  },
  'attachment.not_found': {
    status: 404,
    title: 'There is no such attachment',
    advice: 'Attachments with `retained: false` were above the size limit and are not kept.',
  },
  'otp.not_found': { status: 404, title: 'No code has arrived', advice: 'Hold the call with `wait=25`.' },
  'key.scope_missing': {
    status: 403,
    title: 'The developer key lacks the scope',
    advice: '`detail` names the scope. Issue a key that has it.',
  },
  'key.ip_not_allowed': {
    status: 403,
    title: 'The developer key may not be used from this address',
    advice: 'Call from an address in `allowedCidrs`.',
  },
  'key.not_found': { status: 404, title: 'There is no such developer key', advice: 'Check the prefix.' },
  'key.limit_reached': {
    status: 403,
    title: 'The plan allows no more developer keys',
    advice: 'Revoke one, or choose a larger plan.',
  },
  'domain.taken': {
    status: 409,
    title: 'This domain is taken',
    advice: 'It is verified by, or already in, an account.',
  },
  'domain.limit_reached': {
    status: 403,
    title: 'The plan allows no more domains',
    advice: 'Delete one, choose a larger plan, or buy the add-on `domains.plus5`.',
  },
  'domain.not_found': { status: 404, title: 'There is no such domain', advice: 'Check the id.' },
  'domain.dns_not_ready': {
    status: 422,
    title: 'The DNS records are not in place yet',
    advice: '`errors` shows what was found beside what was wanted.',
  },
  'domain.not_verified': { status: 422, title: 'The domain is not verified', advice: 'Verify it first.' },
  'entitlement.required': {
    status: 403,
    title: 'The plan does not include this',
    advice: '`detail` names the entitlement. Choose a plan that has it.',
  },
  'filter.limit_reached': {
    status: 422,
    title: 'The plan allows no more filters',
    advice: 'Delete one, choose a larger plan, or buy the add-on `filters.plus50`.',
  },
  'filter.invalid_regex': {
    status: 422,
    title: 'The expression is not valid',
    advice: 'Use RE2 syntax; `detail` says what was refused.',
  },
  'filter.not_found': { status: 404, title: 'There is no such filter', advice: 'Check the id.' },
  'webhook.limit_reached': {
    status: 403,
    title: 'The plan allows no more webhooks',
    advice: 'Delete one, choose a larger plan, or buy the add-on `webhooks.plus10`.',
  },
  'webhook.url_not_public': {
    status: 422,
    title: 'The webhook address cannot be used',
    advice: 'Use https on port 443 or 8443 with a host that resolves to public addresses only.',
  },
  'webhook.not_found': { status: 404, title: 'There is no such webhook', advice: 'Check the id.' },
  'wallet.insufficient_points': {
    status: 402,
    title: 'Not enough points',
    advice: 'Top up the wallet with `POST /me/wallet/topups`.',
  },
  'plan.unknown': { status: 422, title: 'There is no such plan', advice: 'Choose one of `GET /plans`.' },
  'addon.unknown': { status: 422, title: 'There is no such add-on', advice: 'Choose one of `GET /plans`.' },
  'payment.provider_unavailable': {
    status: 400,
    title: 'This payment provider cannot be used now',
    advice: '`GET /payment-providers` shows which are active.',
  },
  'topup.not_found': { status: 404, title: 'There is no such top-up order', advice: 'Check the id.' },
  'page.not_found': { status: 404, title: 'There is no such page', advice: '`GET /content/pages` lists the keys.' },
  'service.unavailable': {
    status: 503,
    title: 'The service cannot answer right now',
    advice: 'Try again shortly.',
  },
  'service.internal': {
    status: 500,
    title: 'Something went wrong on our side',
    advice: 'Try again; if it stays, report the `traceId`.',
  },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof CATALOGUE;

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** What a service throws. `detail` and `errors` are public text; anything internal belongs into `cause`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    detail?: string,
    extra: { errors?: readonly FieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(detail ?? CATALOGUE[code].title, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
    this.errors = extra.errors;
    this.retryAfter = extra.retryAfter;
  }

  get status(): number {
    return CATALOGUE[this.code].status;
  }
}

/** A 422 for one field that only the service can judge. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('request.validation', message, { errors: [{ path, message }] });
}
