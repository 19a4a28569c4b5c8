import pino from 'pino'
import type { Log } from '#server/http/ports.ts'
import type { LogLevel } from './environment.ts'

// Characters that JSON does not escape, but that terminals may execute, reorder or hide.
const unsafeCharacters = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Logs JSON lines to standard output, one per event. See `logRequest` for requests. */
export function createLog(level: LogLevel): Log {
  const output = pino.destination({ fd: 1, sync: true })
  const log = pino(
    {
      level,
      base: { service: 'trimline' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: describeError },
      redact: ['authorization', '*.authorization', 'cookie', '*.cookie', 'token', '*.token'],
    },
    { write: (line) => output.write(line.replace(unsafeCharacters, escapeCharacter)) },
  )
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  }
}

/** Describes an error for the log, without query parameters and passwords, which must not be logged. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const clean = (text: string) =>
    text.replace(/\nparams: [^]*?(?=\n {4}at |$)/, '').replaceAll(/(\w:\/\/[^\s/:@]*):[^\s/@]+@/g, '$1:***@')
  return {
    type: error.name,
    message: clean(error.message),
    stack: clean(error.stack ?? ''),
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
