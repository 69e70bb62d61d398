// The visible list of registrations: fifteen groups under /api/v1, and what Mayfly has beside them.

import type { App } from '../lib/route.ts';
import { systemRoutes } from '../modules/system/routes.ts';
import type { SystemService } from '../modules/system/service.ts';

export const BASE_PATH = '/api/v1';

export interface RouteServices {
  readonly system: SystemService;
}

export async function registerRoutes(app: App, services: RouteServices): Promise<void> {
  await app.register(
    async (api) => {
      const group = api as App;
      systemRoutes(group, services.system);
    },
    { prefix: BASE_PATH },
  );
  await app.register(async (root) => systemRoutes(root as App, services.system));
}
