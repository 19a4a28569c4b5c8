import pino from 'pino'
import type { Log } from '#server/http/ports.ts'
import type { LogLevel } from './environment.ts'

/** JSON lines on standard output, one per event; see `logRequest` for requests. */
export function createLog(level: LogLevel): Log {
  const log = pino(
    {
      level,
      base: { service: 'trimline' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: describeError },
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

/**
 * An error as it may be logged, without the parameters of a failed query: they may be personal data or
 * tokens.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const withoutParameters = (text: string) => text.replace(/\nparams: [^]*?(?=\n {4}at |$)/, '')
  return {
    type: error.name,
    message: withoutParameters(error.message),
    stack: withoutParameters(error.stack ?? ''),
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
