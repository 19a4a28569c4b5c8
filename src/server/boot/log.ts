import pino from 'pino'
import type { Log } from '#server/http/ports.ts'
import type { LogLevel } from './environment.ts'

/** JSON lines on standard output, one an event; see `logRequest` for what a request leaves there. */
export function createLog(level: LogLevel): Log {
  const log = pino(
    {
      level,
      base: { service: 'trimline' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
      redact: ['authorization', '*.authorization', 'cookie', '*.cookie', 'token', '*.token'],
    },
    pino.destination({ fd: 1, sync: true }),
  )
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  }
}
