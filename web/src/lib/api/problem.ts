// What a failed call throws: the problem+json of the service, or "network" when no answer came at all.

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface ProblemBody {
  readonly title?: string;
  readonly status?: number;
  readonly code?: string;
  readonly detail?: string;
  readonly traceId?: string;
  readonly errors?: readonly FieldError[];
}

export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string | null;
  readonly traceId: string | null;
  readonly errors: readonly FieldError[];
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | null;

  constructor(status: number, body: ProblemBody, retryAfter: number | null = null) {
    super(body.title ?? `HTTP ${status}`);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = body.code ?? (status === 0 ? 'network' : 'service.internal');
    this.detail = body.detail ?? null;
    this.traceId = body.traceId ?? null;
    this.errors = body.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

export async function problemFrom(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as ProblemBody;
  const seconds = Number(response.headers.get('Retry-After'));
  return new ApiProblem(response.status, body, Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null);
}

export const networkProblem = (): ApiProblem => new ApiProblem(0, { code: 'network' });

export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem(0, { code: 'client', title: error instanceof Error ? error.message : String(error) });
}
