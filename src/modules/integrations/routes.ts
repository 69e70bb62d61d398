// Callbacks of other systems; not part of the product surface.

import type { App } from '../../lib/route.ts';
import { alertRoutes } from './alert-routes.ts';
import { bankRoutes } from './bank-routes.ts';
import type { AlertService, BankService } from './service.ts';

export function integrationRoutes(app: App, services: { alerts: AlertService; bank: BankService }): void {
  alertRoutes(app, services.alerts);
  bankRoutes(app, services.bank);
}
