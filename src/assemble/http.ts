// The request line: credentials, routes, documentation, the web app. Fourth part of assemble.ts.

import type { Config } from '../config.ts';
import type { Authenticators } from '../http/authenticate.ts';
import { registerDocs } from '../http/docs.ts';
import { inboundRoute } from '../http/inbound-route.ts';
import { metricsRoute } from '../http/metrics-route.ts';
import { openApiRoute, registerOpenApi } from '../http/openapi.ts';
import { registerRoutes } from '../http/routes.ts';
import { createHttpServer } from '../http/server.ts';
import { registerWebApp } from '../http/web-app.ts';
import type { App } from '../lib/route.ts';
import { sameSecret } from '../lib/secrets.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Services } from './services.ts';

export async function buildHttp(
  config: Config,
  infra: Infrastructure,
  services: Services,
  version: string,
): Promise<App> {
  const { metrics, limiter, clock, log } = infra;
  const { modules, entitlements, alerts, inboundLog } = services;
  const { mailboxes, session, auth, keys, bank, site, domains } = modules;
  const authenticators: Authenticators = {
    mailbox: mailboxes.authenticate,
    guest: session.authenticate,
    user: auth.verifyToken,
    key: keys.verify,
    alert: (secret) => config.alertSecret !== null && sameSecret(secret, config.alertSecret),
    bank: bank.authenticate,
  };
  const app = createHttpServer({
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    log,
    metrics,
    limiter,
    authenticators,
  });
  await registerOpenApi(app, { publicUrl: config.publicUrl, version });
  await registerRoutes(app, { ...modules, alerts, entitlements, clock });
  metricsRoute(app, metrics);
  inboundRoute(app, { recent: inboundLog.recent, domainNameOf: domains.heldName });
  openApiRoute(app);
  await registerDocs(app);
  await registerWebApp(app, { siteFor: site.siteFor });
  await app.ready();
  return app;
}
