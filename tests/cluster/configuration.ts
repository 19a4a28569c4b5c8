// Writes the configuration files of a cluster on one machine: Patroni per node, and HAProxy
// (docs/cluster.md).

/** A database node: name, ports (PostgreSQL and Patroni's REST API), folder. */
export interface NodeConfig {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly folder: string
}

/** Patroni's configuration of a node as JSON, which is valid YAML. */
export function patroniFile(node: NodeConfig, etcd: number, programs: string): string {
  return JSON.stringify(
    {
      scope: 'trimline',
      name: node.name,
      restapi: { listen: `127.0.0.1:${node.restPort}`, connect_address: `127.0.0.1:${node.restPort}` },
      etcd3: { host: `127.0.0.1:${etcd}` },
      bootstrap: {
        dcs: {
          // In seconds: the minimum that Patroni documents for the leader key, and loops that fit into it.
          ttl: 20,
          loop_wait: 2,
          retry_timeout: 5,
          synchronous_mode: true,
          synchronous_mode_strict: true,
          postgresql: { use_pg_rewind: true, use_slots: true },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
        pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      },
      postgresql: {
        listen: `127.0.0.1:${node.port}`,
        connect_address: `127.0.0.1:${node.port}`,
        data_dir: `${node.folder}/data`,
        bin_dir: programs,
        pgpass: `${node.folder}/pgpass`,
        authentication: {
          superuser: { username: 'trimline' },
          replication: { username: 'replicator' },
          rewind: { username: 'rewinder' },
        },
        parameters: { unix_socket_directories: '', shared_buffers: '64MB', max_connections: 100 },
      },
    },
    null,
    2,
  )
}

/**
 * HAProxy's configuration. The database port forwards to the primary. The app port forwards to ready servers,
 * or to live ones if none is ready.
 */
export function haproxyFile(
  ports: { readonly database: number; readonly app: number },
  nodes: readonly NodeConfig[],
  servers: readonly number[],
): string {
  const databases = nodes.map(
    ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
  )
  const apps = servers.map((port, index) => `  server app${index + 1} 127.0.0.1:${port} check`)
  return `
global
  maxconn 2000

defaults
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  default-server inter 1s fall 2 rise 1

listen database
  mode tcp
  bind 127.0.0.1:${ports.database}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server on-marked-down shutdown-sessions
${databases.join('\n')}

frontend app
  mode http
  bind 127.0.0.1:${ports.app}
  use_backend ready if { nbsrv(ready) gt 0 }
  default_backend alive

backend ready
  mode http
  option httpchk GET /health/ready
${apps.join('\n')}

backend alive
  mode http
  option httpchk GET /health/live
${apps.join('\n')}
`
}
