import type { DatabaseRefusal } from '#server/database/database.ts'
import type { ListenRefusal } from './listener.ts'

/** Why the server did not start. */
export type StartRefusal = DatabaseRefusal | ListenRefusal

/** One sentence for the administrator: the cause, and the setting to change. */
export function sentenceOf(refusal: StartRefusal): string {
  switch (refusal.code) {
    case 'port_taken':
      return `Port ${refusal.port} is taken by another program: end that one, or choose another port with PORT.`
    case 'port_forbidden':
      return `Port ${refusal.port} may not be opened by this user: choose one above 1023 with PORT.`
    case 'host_unknown':
      return `${refusal.host} is no address of this machine: change HOST.`
    case 'tls_unusable':
      return `TLS_CERT and TLS_KEY cannot be used together as certificate and key: ${refusal.reason}.`
    case 'directory_in_use':
      return `The data folder ${refusal.directory} is in use by process ${refusal.processId}: end that one, or choose another folder with DATA_DIR.`
    case 'directory_not_writable':
      return `The data folder ${refusal.directory} cannot be written (${refusal.reason}): allow it, or choose another folder with DATA_DIR.`
    case 'data_unreadable':
      return `The database in the data folder ${refusal.directory} cannot be opened (${refusal.reason}): restore it from a backup, or choose another folder with DATA_DIR.`
    case 'server_unreachable':
      return `The database server ${refusal.address} cannot be reached (${refusal.reason}): start it, or correct DATABASE_URL.`
    case 'password_refused':
      return `The database server refuses the user ${refusal.user} with this password: correct DATABASE_URL.`
    case 'database_missing':
      return `The database server has no database named ${refusal.database}: create it, or correct DATABASE_URL.`
    case 'server_too_old':
      return `The database server has version ${refusal.version}: DATABASE_URL must lead to PostgreSQL 15 or later.`
    case 'database_read_only':
      return `The database server ${refusal.address} takes no changes, as a standby: DATABASE_URL must lead to the primary.`
    case 'preview_database':
      return 'This database was made by a preview of Trimline, before version 2026.12.0, and cannot be upgraded: choose another folder with DATA_DIR or another database with DATABASE_URL, and import the stock there.'
    case 'connection_failed':
      return `The database refuses the connection (${refusal.reason}): correct DATABASE_URL.`
  }
}
