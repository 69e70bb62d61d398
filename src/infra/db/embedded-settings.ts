// The settings that the embedded PostgreSQL runs with, and the address it listens on.
// They go on its command line, so that an upgrade of Mayfly changes them without touching files in DATA_DIR.

/** A folder with the socket, or 127.0.0.1; nothing else is ever listened on. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

export const LOOPBACK = '127.0.0.1';
const USER = 'mayfly';
export const DATABASE = 'mayfly';

export const socketFile = (address: Address): string => `${address.host}/.s.PGSQL.${address.port}`;

// fsync, synchronous_commit and checksums stay as PostgreSQL has them: on. "250" means durable.
const SETTINGS: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '1GB',
  // Fewer idle processes: plain reads instead of I/O workers, no parallel plans for short queries, no replication.
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  jit: 'off',
  wal_compression: 'on',
  max_wal_size: '2GB',
  min_wal_size: '160MB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  // Mail comes and goes: look for dead rows before a fifth of a large table consists of them.
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_naptime: '30s',
  // A killed service leaves its backends behind; they give up their locks within this time.
  client_connection_check_interval: '2s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  password_encryption: 'scram-sha-256',
  unix_socket_permissions: '0700',
};

export function serverArguments(cluster: string, address: Address): string[] {
  const socket = address.host !== LOOPBACK;
  const listen = {
    listen_addresses: socket ? '' : LOOPBACK,
    // The value is a list; the quotes keep a path with a comma or a space in one piece.
    unix_socket_directories: socket ? `"${address.host.replaceAll('"', '""')}"` : '',
    port: `${address.port}`,
  };
  const flags = Object.entries({ ...SETTINGS, ...listen }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster, ...flags];
}

export function connectionUrl(address: Address, password: string, database: string = DATABASE): string {
  const login = `${USER}:${encodeURIComponent(password)}`;
  // sslmode: an inherited PGSSLMODE must not ask the socket for TLS.
  if (address.host === LOOPBACK) return `postgresql://${login}@${LOOPBACK}:${address.port}/${database}?sslmode=disable`;
  return `postgresql://${login}@localhost/${database}?host=${encodeURIComponent(address.host)}&port=${address.port}&sslmode=disable`;
}

/** initdb's own choices. The builtin C.UTF-8 sorts by bytes, knows Unicode's upper and lower case, and needs no system locale. */
export const INITDB_ARGUMENTS: readonly string[] = [
  `--username=${USER}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256',
  '--no-instructions',
];
