import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readSettings, type Settings } from './environment.ts'

function settingsFrom(environment: Record<string, string>): Settings {
  const read = readSettings(environment)
  if (!read.ok) throw new Error(read.error.join('\n'))
  return read.value
}
function errorsFrom(environment: Record<string, string>): readonly string[] {
  const read = readSettings(environment)
  return read.ok ? [] : read.error
}
const external = {
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'warehouse',
  OIDC_AUDIENCE: 'urn:warehouse',
}

describe('without any settings', () => {
  const settings = settingsFrom({})

  test('uses a folder, the embedded provider and demo data, on this machine only', () => {
    expect(settings).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      identity: { kind: 'embedded' },
      seedDemo: true,
      logLevel: 'info',
    })
    expect(settings.database).toMatchObject({ kind: 'directory' })
  })

  test('treats an empty variable as unset', () => {
    expect(settingsFrom({ PORT: '', OIDC_ISSUER: ' ' })).toEqual(settings)
  })
})

test('listens on the network and loads no demo data with an external provider', () => {
  const settings = settingsFrom({
    ...external,
    DATABASE_URL: 'postgres://a:b@db/trimline',
    NODE_ENV: 'production',
  })
  expect(settings).toMatchObject({
    host: '0.0.0.0',
    identity: { kind: 'external', issuer: 'https://login.example.com', tokenType: 'at+jwt' },
    database: { kind: 'postgres', url: 'postgres://a:b@db/trimline' },
    seedDemo: false,
  })
})

test('reads groups from comma-separated lists', () => {
  expect(settingsFrom({ GROUPS_ADMIN: 'wh-admins, wh-super ,' }).groups.admin).toEqual([
    'wh-admins',
    'wh-super',
  ])
})

test('removes the closing slash of a public address', () => {
  expect(settingsFrom({ PUBLIC_URL: 'https://trimline.example.com/' }).publicUrl).toBe(
    'https://trimline.example.com',
  )
})

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ HOST: 'not a host' }, 'HOST must be a host name or an IP address.'],
  [
    { DATABASE_URL: 'mysql://db' },
    'DATABASE_URL must be an address such as postgres://user:password@host:5432/database.',
  ],
  [{ PUBLIC_URL: 'trimline' }, 'PUBLIC_URL must be an address such as https://trimline.example.com.'],
  [{ PUBLIC_URL: 'https://example.com/trimline' }, 'PUBLIC_URL must be an address without a path.'],
  [
    { OIDC_ISSUER: 'login' },
    'OIDC_ISSUER must be the address of the identity provider, such as https://login.example.com.',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of silent, error, warn, info, debug.'],
  [{ SEED_DEMO: 'perhaps' }, 'SEED_DEMO must be yes or no.'],
  [{ NUMBER_PATTERN_DUMP: '[' }, 'NUMBER_PATTERN_DUMP must be a regular expression such as ^1\\d{7}$.'],
  [
    { TLS_CERT: '/no/such/file', TLS_KEY: '/no/such/file' },
    'TLS_CERT must be the path of a file that exists.',
  ],
  [{ TLS_CERT: fileURLToPath(import.meta.url) }, 'TLS_KEY must be set as well when TLS_CERT is.'],
  [{ OIDC_ISSUER: external.OIDC_ISSUER }, 'OIDC_CLIENT_ID must be set as well when OIDC_ISSUER is.'],
  [{ OIDC_AUDIENCE: 'urn:api' }, 'OIDC_ISSUER must be set as well when OIDC_AUDIENCE is.'],
] satisfies [Record<string, string>, string][])('refuses %o with a sentence', (environment, sentence) => {
  expect(errorsFrom(environment)).toContain(sentence)
})

test('repeats no value in an error, because it may contain a password', () => {
  expect(errorsFrom({ DATABASE_URL: 'mysql://me:hunter2@db' }).join()).not.toContain('hunter2')
})

test('uses TLS for print agents by default and refuses an invalid scheme', () => {
  expect(settingsFrom({}).printAgent).toEqual({})
  expect(settingsFrom({ PRINT_AGENT_SCHEME: 'ws', PRINT_AGENT_TOKEN: 'x' }).printAgent).toEqual({
    scheme: 'ws',
    token: 'x',
  })
  expect(errorsFrom({ PRINT_AGENT_SCHEME: 'http' })).toEqual(['PRINT_AGENT_SCHEME must be wss or ws.'])
})

test('has built-in label templates and refuses a missing template folder', () => {
  expect(settingsFrom({}).labelTemplates.length).toBeGreaterThan(0)
  expect(errorsFrom({ LABEL_TEMPLATES: '/nowhere/at/all' })).toEqual([
    'LABEL_TEMPLATES must be the path of a folder that exists.',
  ])
})
