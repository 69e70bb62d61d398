// The visible list of registrations: fifteen groups under /api/v1, and what Mayfly has beside them.

import type { Clock } from '../lib/clock.ts';
import type { EntitlementSource } from '../lib/entitlements.ts';
import type { App } from '../lib/route.ts';
import { accountRoutes } from '../modules/account/routes.ts';
import type { AccountService } from '../modules/account/service.ts';
import { authRoutes, signupRoutes } from '../modules/auth/routes.ts';
import type { AuthService } from '../modules/auth/service.ts';
import { billingRoutes } from '../modules/billing/routes.ts';
import type { BillingService } from '../modules/billing/service.ts';
import { contentRoutes } from '../modules/content/routes.ts';
import type { ContentService } from '../modules/content/service.ts';
import { domainRoutes } from '../modules/domains/routes.ts';
import type { DomainService } from '../modules/domains/service.ts';
import { filterRoutes } from '../modules/filters/routes.ts';
import type { FilterService } from '../modules/filters/service.ts';
import { integrationRoutes } from '../modules/integrations/routes.ts';
import type { AlertService, BankService } from '../modules/integrations/service.ts';
import { keyRoutes } from '../modules/keys/routes.ts';
import type { KeyService } from '../modules/keys/service.ts';
import { mailboxRoutes } from '../modules/mailboxes/routes.ts';
import type { MailboxService } from '../modules/mailboxes/service.ts';
import { messageRoutes } from '../modules/messages/routes.ts';
import type { MessageService } from '../modules/messages/service.ts';
import { otpRoutes } from '../modules/otp/routes.ts';
import type { OtpService } from '../modules/otp/service.ts';
import { sessionRoutes } from '../modules/session/routes.ts';
import type { SessionService } from '../modules/session/service.ts';
import { siteRootRoutes, siteRoutes } from '../modules/site/routes.ts';
import type { SiteService } from '../modules/site/service.ts';
import { systemRoutes } from '../modules/system/routes.ts';
import type { SystemService } from '../modules/system/service.ts';
import { webhookRoutes } from '../modules/webhooks/routes.ts';
import type { WebhookService } from '../modules/webhooks/service.ts';

export const BASE_PATH = '/api/v1';

export interface RouteServices {
  readonly content: ContentService;
  readonly site: SiteService;
  readonly alerts: AlertService;
  readonly bank: BankService;
  readonly billing: BillingService;
  readonly system: SystemService;
  readonly account: AccountService;
  readonly auth: AuthService;
  readonly keys: KeyService;
  readonly mailboxes: MailboxService;
  readonly messages: MessageService;
  readonly otp: OtpService;
  readonly session: SessionService;
  readonly domains: DomainService;
  readonly filters: FilterService;
  readonly webhooks: WebhookService;
  readonly entitlements: EntitlementSource;
  readonly clock: Clock;
}

export async function registerRoutes(app: App, services: RouteServices): Promise<void> {
  await app.register(
    async (api) => {
      const group = api as App;
      contentRoutes(group, services.content);
      siteRoutes(group, services.site);
      integrationRoutes(group, services);
      billingRoutes(group, services.billing);
      systemRoutes(group, services.system);
      accountRoutes(group, services.account);
      authRoutes(group, services.auth);
      keyRoutes(group, services.keys, services);
      mailboxRoutes(group, services.mailboxes, services.entitlements, services.clock);
      messageRoutes(group, services.messages);
      otpRoutes(group, services.otp);
      sessionRoutes(group, services.session, services.mailboxes, services.clock);
      domainRoutes(group, services.domains);
      filterRoutes(group, services.filters);
      webhookRoutes(group, services.webhooks);
    },
    { prefix: BASE_PATH },
  );
  await app.register(async (beside) => signupRoutes(beside as App, services.auth), { prefix: '/app' });
  await app.register(async (root) => {
    systemRoutes(root as App, services.system);
    siteRootRoutes(root as App, services.site);
  });
}
