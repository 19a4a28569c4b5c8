import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { DOCUMENT_KINDS, type DocumentKind } from '#core/wire/constants.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import {
  type IdentityGroups,
  type NumberPatterns,
  pattern,
  type RuntimeConfig,
} from '#core/wire/runtime-config.ts'
import type { LabelTemplate } from '#features/printing/server/labels/label-template.ts'
import { readLabelTemplates } from '#features/printing/server/labels/read-templates.ts'
import type { DatabaseTarget } from '#server/database/database.ts'

/** All validated settings of a site. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly database: DatabaseTarget
  /** A standby database for exports. */
  readonly readUrl: string | undefined
  /** The server's public URL without a closing slash; undefined: derived from host and port. */
  readonly publicUrl: string | undefined
  /** Other origins that serve the app. Their pages may call this server and sign in here. */
  readonly appOrigins: readonly string[]
  /** Another server that the app calls, with its extensions; undefined for this one. */
  readonly otherServer: { readonly apiBase: string; readonly extensions: readonly string[] } | undefined
  readonly identity: IdentitySettings
  readonly groups: IdentityGroups
  readonly tls: { readonly certificate: Buffer; readonly key: Buffer } | undefined
  readonly environmentName: string | undefined
  readonly logLevel: LogLevel
  readonly numberPatterns: NumberPatterns
  readonly labelTemplates: readonly LabelTemplate[]
  readonly printAgent: NonNullable<RuntimeConfig['printAgent']>
  /** Name and address of the company on reports. */
  readonly company?: string | undefined
  /** Hosts of print agents outside this network. A leading `*.` matches all subdomains. */
  readonly printHosts: readonly string[]
  readonly seedDemo: boolean
  /** Requests per user and minute. */
  readonly requestsPerMinute: number
  /** Sign-in and token requests per address and minute at the embedded provider, across all servers. */
  readonly signInsPerMinute: number
}

export type IdentitySettings =
  | { readonly kind: 'embedded'; readonly accessTokenSeconds: number }
  | {
      readonly kind: 'external'
      readonly issuer: string
      readonly clientId: string
      readonly audience: string
      readonly scope: string
      /** The required `typ` of access tokens; undefined for any. */
      readonly tokenType: string | undefined
    }

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

export type Environment = Readonly<Record<string, string | undefined>>

const wholeNumber = (min: number, max: number) => {
  const expected = `a whole number from ${min} to ${max}`
  return v.pipe(
    v.string(),
    v.regex(/^\d+$/, expected),
    v.transform(Number),
    v.minValue(min, expected),
    v.maxValue(max, expected),
  )
}
const list = v.pipe(
  v.string(),
  v.transform((names) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
)
const yesOrNo = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist(['yes', 'no', 'true', 'false', '1', '0'], 'yes or no'),
  v.transform((answer) => ['yes', 'true', '1'].includes(answer)),
)
const webAddress = (expected: string) =>
  v.pipe(
    v.string(),
    v.check((text) => /^https?:\/\/[^/]/.test(text) && URL.canParse(text), expected),
  )
const databaseAddress = v.pipe(
  v.string(),
  v.check(
    (url) => /^postgres(ql)?:\/\/[^/]/.test(url) && URL.canParse(url),
    'an address such as postgres://user:password@host:5432/database',
  ),
)
const readableFile = v.pipe(
  v.string(),
  v.check((path) => existsSync(path), 'the path of a file that exists'),
)

const readableFolder = v.pipe(
  v.string(),
  v.check((path) => existsSync(path) && statSync(path).isDirectory(), 'the path of a folder that exists'),
)

const patternVariable = (kind: DocumentKind): PatternVariable =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name in capitals
  `NUMBER_PATTERN_${kind.toUpperCase() as Uppercase<DocumentKind>}`
type PatternVariable = `NUMBER_PATTERN_${Uppercase<DocumentKind>}`

// The variable of each kind for its number range.
function patternVariables() {
  const all = DOCUMENT_KINDS.map((kind) => [patternVariable(kind), v.optional(pattern)] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an entry for each of the kinds
  return Object.fromEntries(all) as Record<PatternVariable, v.OptionalSchema<typeof pattern, undefined>>
}

const variables = v.object({
  PORT: v.optional(wholeNumber(0, 65_535), '8080'),
  HOST: v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'a host name or an IP address'))),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(databaseAddress),
  DATABASE_READ_URL: v.optional(databaseAddress),
  PUBLIC_URL: v.optional(
    v.pipe(
      webAddress('an address such as https://trimline.example.com'),
      v.check(
        (url) => URL.canParse(url) && ['', '/'].includes(new URL(url).pathname),
        'an address without a path',
      ),
      v.transform((url) => new URL(url).origin),
    ),
  ),
  APP_ORIGINS: v.optional(
    v.pipe(
      list,
      v.check(
        (origins) => origins.every((each) => URL.canParse(each) && new URL(each).origin === each),
        'origins separated by commas, such as https://app.example.com',
      ),
    ),
    '',
  ),
  API_BASE: v.optional(
    v.pipe(
      webAddress('an address that ends with /, such as https://warehouse.example.com/api/'),
      v.endsWith('/', 'an address that ends with /, such as https://warehouse.example.com/api/'),
    ),
  ),
  API_EXTENSIONS: v.optional(list, ''),
  OIDC_ISSUER: v.optional(
    webAddress('the address of the identity provider, such as https://login.example.com'),
  ),
  OIDC_CLIENT_ID: v.optional(v.string()),
  OIDC_AUDIENCE: v.optional(v.string()),
  OIDC_SCOPE: v.optional(
    v.pipe(v.string(), v.regex(/(^| )openid( |$)/, 'scopes separated by spaces, openid among them')),
  ),
  OIDC_TOKEN_TYPE: v.optional(v.string(), 'at+jwt'),
  ACCESS_TOKEN_SECONDS: v.optional(wholeNumber(5, 86_400), '900'),
  GROUPS_ADMIN: v.optional(list, 'trimline-super-admins,trimline-admins'),
  GROUPS_REGULAR: v.optional(list, 'trimline-users'),
  GROUPS_READ_ONLY: v.optional(list, 'trimline-readers'),
  GROUPS_ENTITY_ADMIN: v.optional(list, 'trimline-super-admins,trimline-admins'),
  TLS_CERT: v.optional(readableFile),
  TLS_KEY: v.optional(readableFile),
  ENVIRONMENT_NAME: v.optional(v.pipe(v.string(), v.maxLength(40, 'a name of at most 40 characters'))),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `one of ${logLevels.join(', ')}`), 'info'),
  ...patternVariables(),
  COMPANY: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(200, 'a name and an address of at most 200 characters')),
  ),
  LABEL_TEMPLATES: v.optional(readableFolder),
  PRINT_AGENT_SCHEME: v.optional(v.picklist(['wss', 'ws'], 'wss or ws')),
  PRINT_AGENT_TOKEN: v.optional(v.string()),
  PRINT_HOSTS: v.optional(
    v.pipe(
      list,
      v.check(
        (hosts) => hosts.every((host) => /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(host)),
        'host names separated by commas, such as printer.example.com,*.print.example.com',
      ),
    ),
    '',
  ),
  SEED_DEMO: v.optional(yesOrNo),
  REQUESTS_PER_MINUTE: v.optional(wholeNumber(1, 1_000_000), '1200'),
  SIGN_INS_PER_MINUTE: v.optional(wholeNumber(1, 1_000_000), '300'),
  NODE_ENV: v.optional(v.string(), 'development'),
})
type Variables = v.InferOutput<typeof variables>

/** The names of all settings. A test compares docs/settings.md with them. */
export const settingNames: readonly string[] = Object.keys(variables.entries)

/** Reads the settings from the environment. Fails with one sentence per invalid setting. */
export function readSettings(environment: Environment): Result<Settings, readonly string[]> {
  // Empty variables count as unset, because shells and compose files can hardly unset them.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const read = v.safeParse(variables, given, { abortPipeEarly: true })
  if (!read.success) {
    return fail(read.issues.map((issue) => `${v.getDotPath(issue)} must be ${issue.message}.`))
  }
  const errors = [...dependencyErrors(read.output)]
  if (errors.length > 0) return fail(errors)
  const templates = readLabelTemplates(read.output.LABEL_TEMPLATES)
  return templates.ok ? succeed(settingsOf(read.output, templates.value)) : templates
}

// Checks settings that depend on each other.
function* dependencyErrors(given: Variables): Iterable<string> {
  if (!given.TLS_CERT !== !given.TLS_KEY) {
    const [present, missing] = given.TLS_CERT ? ['TLS_CERT', 'TLS_KEY'] : ['TLS_KEY', 'TLS_CERT']
    yield `${missing} must be set as well when ${present} is.`
  }
  if (given.DATABASE_READ_URL && !given.DATABASE_URL) {
    yield 'DATABASE_URL must be set as well when DATABASE_READ_URL is.'
  }
  if (given.API_EXTENSIONS.length > 0 && !given.API_BASE) {
    yield 'API_BASE must be set as well when API_EXTENSIONS is.'
  }
  if (given.OIDC_ISSUER) {
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_AUDIENCE'] as const) {
      if (!given[name]) yield `${name} must be set as well when OIDC_ISSUER is.`
    }
    return
  }
  if (given.NODE_ENV === 'production') {
    yield 'OIDC_ISSUER must name an identity provider when NODE_ENV is production: the embedded one, with its demo users, is for development only.'
  }
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_AUDIENCE'] as const) {
    if (given[name]) yield `OIDC_ISSUER must be set as well when ${name} is.`
  }
}

function settingsOf(given: Variables, labelTemplates: readonly LabelTemplate[]): Settings {
  const identity = identityOf(given)
  const embedded = identity.kind === 'embedded' && !given.DATABASE_URL
  return {
    port: given.PORT,
    // The embedded provider's password is published, so the default host is only this machine.
    host: given.HOST ?? (identity.kind === 'embedded' ? '127.0.0.1' : '0.0.0.0'),
    database: given.DATABASE_URL
      ? { kind: 'postgres', url: given.DATABASE_URL }
      : { kind: 'directory', directory: resolve(given.DATA_DIR) },
    readUrl: given.DATABASE_READ_URL,
    publicUrl: given.PUBLIC_URL,
    appOrigins: given.APP_ORIGINS,
    otherServer: given.API_BASE ? { apiBase: given.API_BASE, extensions: given.API_EXTENSIONS } : undefined,
    identity,
    groups: {
      admin: given.GROUPS_ADMIN,
      regular: given.GROUPS_REGULAR,
      readOnly: given.GROUPS_READ_ONLY,
      entityAdmin: given.GROUPS_ENTITY_ADMIN,
    },
    tls:
      given.TLS_CERT && given.TLS_KEY
        ? { certificate: readFileSync(given.TLS_CERT), key: readFileSync(given.TLS_KEY) }
        : undefined,
    environmentName: given.ENVIRONMENT_NAME,
    logLevel: given.LOG_LEVEL,
    numberPatterns: Object.fromEntries(
      DOCUMENT_KINDS.flatMap((kind) => {
        const written = given[patternVariable(kind)]
        return written ? [[kind, written]] : []
      }),
    ),
    company: given.COMPANY || undefined,
    labelTemplates,
    printAgent: {
      ...(given.PRINT_AGENT_SCHEME && { scheme: given.PRINT_AGENT_SCHEME }),
      ...(given.PRINT_AGENT_TOKEN && { token: given.PRINT_AGENT_TOKEN }),
    },
    printHosts: given.PRINT_HOSTS,
    seedDemo: given.SEED_DEMO ?? embedded,
    requestsPerMinute: given.REQUESTS_PER_MINUTE,
    signInsPerMinute: given.SIGN_INS_PER_MINUTE,
  }
}

function identityOf(given: Variables): IdentitySettings {
  if (!given.OIDC_ISSUER || !given.OIDC_CLIENT_ID || !given.OIDC_AUDIENCE) {
    return { kind: 'embedded', accessTokenSeconds: given.ACCESS_TOKEN_SECONDS }
  }
  return {
    kind: 'external',
    issuer: given.OIDC_ISSUER,
    clientId: given.OIDC_CLIENT_ID,
    audience: given.OIDC_AUDIENCE,
    scope: given.OIDC_SCOPE ?? 'openid profile email offline_access',
    tokenType: given.OIDC_TOKEN_TYPE === 'any' ? undefined : given.OIDC_TOKEN_TYPE,
  }
}
