// The otp group.

import { type App, Data, mailboxOf, operation } from '../../lib/route.ts';
import { OTP_EXAMPLE, Otp, OtpQuery, otpBody } from './schemas.ts';
import type { OtpService } from './service.ts';

export function otpRoutes(app: App, service: OtpService): void {
  app.get(
    '/mailboxes/me/otp/latest',
    operation({
      id: 'getLatestOtp',
      group: 'otp',
      summary: 'Get the newest code, or wait for one',
      description:
        'Hold it with `wait=25`: it answers the moment a mail with a code is stored. Nothing found is 404 `otp.not_found`. Use `after` on a retry so that an old code is never taken for the new one.',
      credential: 'mailbox',
      querystring: OtpQuery,
      problems: [401, 404, 410, 422],
      success: { 200: Data(Otp, OTP_EXAMPLE) },
    }),
    async (request) => {
      const { wait, after } = request.query;
      const waiting = wait ? { seconds: wait, network: request.network, gone: request.gone() } : null;
      return { data: otpBody(await service.latest(mailboxOf(request), { after, waiting })) };
    },
  );
}
