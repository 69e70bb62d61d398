// The doctor's look at DNS: whether mail for the public domains finds its way here.

import { createDns, type Dns } from '../infra/dns.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Names that never lead anywhere from outside (RFC 2606, RFC 6761). */
const RESERVED = /(^|\.)(test|example|invalid|localhost|local|internal)$|(^|\.)example\.(com|net|org)$/;

export async function checkDns(options: {
  servers: readonly string[] | null;
  mxName: string;
  domains: readonly string[];
}): Promise<Finding[]> {
  const { mxName, domains } = options;
  const dns = createDns({ servers: options.servers, timeoutMs: 3_000 });
  try {
    const findings: Finding[] = [];
    if (domains.length === 0) {
      findings.push(warning('domains', 'no public domain is offered', 'Add one: mayfly domains add DOMAIN.'));
    }
    if (!RESERVED.test(mxName)) findings.push(await checkMxHost(dns, mxName));
    findings.push(...(await Promise.all(domains.map((domain) => checkDomain(dns, domain, mxName)))));
    return findings;
  } finally {
    dns.close();
  }
}

async function checkMxHost(dns: Dns, mxName: string): Promise<Finding> {
  const answer = await dns.lookup(mxName);
  const check = 'MX host';
  if (answer.kind === 'found')
    return ok(check, `${mxName} is ${answer.records.map(({ address }) => address).join(', ')}`);
  if (answer.kind === 'unanswered')
    return warning(check, `DNS did not answer for ${mxName}`, 'Try again; check DNS_SERVERS.');
  return problem(check, `${mxName} has no address`, 'Add an A or AAAA record for it, or set MX_HOST.');
}

async function checkDomain(dns: Dns, domain: string, mxName: string): Promise<Finding> {
  const check = `MX ${domain}`;
  if (RESERVED.test(domain)) {
    return warning(
      check,
      'a name for tests: mail from outside never comes',
      'Add your own: mayfly domains add DOMAIN.',
    );
  }
  const answer = await dns.mx(domain);
  const todo = `Add the record: ${domain}. MX 10 ${mxName}.`;
  if (answer.kind === 'unanswered') return warning(check, 'DNS did not answer', 'Try again; check DNS_SERVERS.');
  if (answer.kind === 'absent') return problem(check, 'has no MX record', todo);
  const names = answer.records.map(({ exchange }) => exchange);
  if (names.includes(mxName)) return ok(check, `names ${mxName}`);
  return problem(check, `names ${names.join(', ')}, not ${mxName}`, todo);
}
