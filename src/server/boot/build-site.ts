// Builds the app for any static server (docs/settings.md, The app alone): its files, the site's config.json,
// and the headers that the static server must send.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { securityHeaders } from '#server/http/security-headers.ts'
import { noncePlaceholder } from '#server/http/static-files.ts'
import { findAddresses } from './addresses.ts'
import { runtimeConfig } from './compose.ts'
import { readSettings, type Settings } from './environment.ts'

const source = fileURLToPath(new URL('../../../dist/app', import.meta.url))
const target = process.argv[2] ?? fileURLToPath(new URL('../../../dist/site', import.meta.url))

const settings = readSettings(process.env)
const errors = settings.ok ? errorsOf(settings.value) : settings.error
if (settings.ok && errors.length === 0) buildSite(settings.value)
else {
  for (const sentence of errors) process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

// A static site cannot derive these addresses.
function errorsOf({ otherServer, identity }: Settings): readonly string[] {
  return [
    ...(otherServer ? [] : ['API_BASE must be set: the address of the server that the app calls.']),
    ...(identity.kind === 'external' ? [] : ['OIDC_ISSUER must be set: the identity provider.']),
  ]
}

function buildSite(site: Settings): void {
  rmSync(target, { recursive: true, force: true })
  cpSync(source, target, { recursive: true, filter: (path) => !/\/\.|\.br$/.test(path.slice(source.length)) })
  const page = join(target, 'index.html')
  writeFileSync(page, readFileSync(page, 'utf8').replaceAll(` nonce="${noncePlaceholder}"`, ''))
  const addresses = findAddresses({
    host: site.host,
    port: site.port,
    secure: true,
    publicUrl: site.publicUrl,
  })
  const config = runtimeConfig(site, addresses, [], undefined)
  writeFileSync(join(target, 'config.json'), `${JSON.stringify(config, null, 2)}\n`)
  const headers = Object.entries(securityHeaders({ ...originsOf(site), secure: true }, undefined))
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  writeFileSync(join(target, 'headers.txt'), `${lines.join('\n')}\n`)
  process.stdout.write(
    `The app is in ${target}. Every path without a file is index.html; headers.txt has the headers to send.\n`,
  )
}

function originsOf({ otherServer, identity }: Settings) {
  return {
    ...(otherServer && { apiOrigin: new URL(otherServer.apiBase).origin }),
    ...(identity.kind === 'external' && { identityOrigin: new URL(identity.issuer).origin }),
    withoutNonce: true,
  }
}
