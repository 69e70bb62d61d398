// A real DNS server on loopback (UDP, and TCP for long answers) with a zone that a test sets as it goes.
// Names that were never set are NXDOMAIN; a name that has other types is NODATA, as on a real server.
import dns2, { type Packet } from 'dns2';

export interface ZoneRecords {
  A: readonly string[];
  AAAA: readonly string[];
  /** One string per record; long ones are cut into pieces of 255 on the wire. */
  TXT: readonly string[];
  MX: readonly { exchange: string; priority: number }[];
  CNAME: readonly string[];
}
export type RecordType = keyof ZoneRecords;
export type Failure = 'nxdomain' | 'nodata' | 'servfail' | 'refused' | 'silent';
export type Answer<T extends RecordType> = ZoneRecords[T] | Failure;

export interface DnsServer {
  /** `ip:port`, as DNS_SERVERS takes it. */
  readonly address: string;
  /** Every question so far, as `TYPE name`. */
  readonly queries: string[];
  set<T extends RecordType>(name: string, type: T, answer: Answer<T>): void;
  /** One answer per question, in turn; the last one stays. */
  script<T extends RecordType>(name: string, type: T, answers: readonly Answer<T>[]): void;
  remove(name: string): void;
  /** Makes every question, whatever its name, fail in this way; `null` ends it. */
  failAll(failure: Failure | null): void;
  close(): Promise<void>;
}

const { Packet: Wire } = dns2;
const RCODES = { nxdomain: 3, nodata: 0, servfail: 2, refused: 5 } as const;

export async function startDnsServer(): Promise<DnsServer> {
  const zone = new Map<string, Map<string, Answer<RecordType>[]>>();
  const queries: string[] = [];
  let failure: Failure | null = null;

  function next(name: string, type: string): Answer<RecordType> {
    if (failure !== null) return failure;
    const entry = zone.get(name);
    if (entry === undefined) return 'nxdomain';
    const answers = entry.get(type) ?? [];
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? 'nodata';
  }

  const handle = (request: Packet, send: (response: Packet) => void): void => {
    const question = request.questions[0];
    if (question === undefined) return;
    const type = Wire.TYPE_NAME[question.type] ?? String(question.type);
    const name = question.name.toLowerCase();
    queries.push(`${type} ${name}`);

    const response = Wire.createResponseFromRequest(request);
    response.header.ra = 1;
    let owner = name;
    for (let hops = 0; hops < 8 && type !== 'CNAME' && zone.get(owner)?.has('CNAME'); hops++) {
      const target = next(owner, 'CNAME');
      if (typeof target === 'string') break;
      response.answers.push(...resources(owner, 'CNAME', target));
      owner = String(target[0]);
    }
    const answer = next(owner, type);
    if (answer === 'silent') return;
    if (typeof answer === 'string') response.header.rcode = RCODES[answer];
    else response.answers.push(...resources(owner, type, answer));
    void send(response);
  };

  const { server, port } = await listen(handle);
  return {
    address: `127.0.0.1:${port}`,
    queries,
    set: (name, type, answer) => put(name, type, [answer]),
    script: (name, type, answers) => put(name, type, [...answers]),
    remove: (name) => void zone.delete(name.toLowerCase()),
    failAll: (wanted) => {
      failure = wanted;
    },
    close: () => Promise.resolve(server.close()).then(() => undefined),
  };

  function put(name: string, type: RecordType, answers: Answer<RecordType>[]): void {
    const key = name.toLowerCase();
    const entry = zone.get(key) ?? new Map<string, Answer<RecordType>[]>();
    zone.set(key, entry.set(type, answers));
  }
}

// The port is free on UDP when it is found; that TCP has it too is likely and not certain.
async function listen(handle: (request: Packet, send: (response: Packet) => void) => void) {
  for (let attempt = 1; ; attempt++) {
    const udp = dns2.createUDPServer(handle);
    const tcp = dns2.createTCPServer(handle);
    try {
      await udp.listen(0, '127.0.0.1');
      const { port } = udp.address();
      await new Promise<void>((resolve, reject) => {
        tcp.once('error', reject);
        tcp.listen(port, '127.0.0.1', resolve);
      });
      const open = new Set<{ destroy(): unknown }>();
      tcp.on('connection', (socket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
      });
      const close = async (): Promise<void> => {
        for (const socket of open) socket.destroy();
        await Promise.all([
          new Promise<void>((resolve) => udp.close(() => resolve())),
          new Promise<void>((resolve) => tcp.close(() => resolve())),
        ]);
      };
      return { server: { close }, port };
    } catch (error) {
      udp.close();
      if (attempt === 5) throw error;
    }
  }
}

function resources(name: string, type: string, values: readonly unknown[]): Packet['answers'] {
  const code = new Map<string, number>(Object.entries(Wire.TYPE)).get(type) ?? 0;
  return values.map((value) => {
    const resource = new Wire.Resource(name, code, Wire.CLASS.IN, 60);
    return Object.assign(resource, rdata(type, value));
  });
}

function rdata(type: string, value: unknown): object {
  if (type === 'TXT') return { data: String(value).match(/.{1,255}/gs) ?? [''] };
  if (type === 'CNAME') return { domain: String(value) };
  return typeof value === 'object' && value !== null ? value : { address: String(value) };
}
