// The settings of a site. The app loads them from /config.json at start, so that one build serves all sites.
import * as v from 'valibot'
import { DOCUMENT_KINDS, type DocumentKind } from './constants.ts'

const groupNames = v.optional(v.array(v.pipe(v.string(), v.nonEmpty('a group name'))), [])

/** The source of a regular expression. */
export const pattern = v.pipe(
  v.string(),
  v.check((source) => {
    try {
      return new RegExp(source) instanceof RegExp
    } catch {
      return false
    }
  }, 'a regular expression such as ^1\\d{7}$'),
)

// An optional pattern for each document kind.
function patternsOf(kinds: readonly DocumentKind[]) {
  const entries = kinds.map((kind) => [kind, v.exactOptional(pattern)] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an entry for each of the kinds
  return Object.fromEntries(entries) as Record<DocumentKind, v.ExactOptionalSchema<typeof pattern, undefined>>
}

export const runtimeConfig = v.object({
  /** Base URL of the calls: absolute, or a path on the app's own origin. Always ends with a slash. */
  apiBase: v.pipe(
    v.string(),
    v.regex(/^(https?:\/\/[^/]+)?\/(.*\/)?$/, 'an address or path that ends with /'),
  ),
  oidc: v.object({
    authority: v.pipe(v.string(), v.url('the address of the identity provider')),
    clientId: v.pipe(v.string(), v.nonEmpty('the client id of the app')),
    scope: v.pipe(v.string(), v.regex(/(^| )openid( |$)/, 'scopes, openid among them')),
    audience: v.exactOptional(v.string()),
  }),
  /** The identity groups per access level; a group may be in several lists. */
  groups: v.object({
    admin: groupNames,
    regular: groupNames,
    readOnly: groupNames,
    entityAdmin: groupNames,
  }),
  /** The text of the environment banner; absent: no banner. */
  environmentName: v.exactOptional(v.pipe(v.string(), v.nonEmpty('a name'))),
  version: v.string(),
  /** Patterns that recognise the document kind of a number. Without a pattern, the open screen decides. */
  numberPatterns: v.exactOptional(v.object(patternsOf(DOCUMENT_KINDS))),
  /** The connection to local print agents; default: `wss` without a token. */
  printAgent: v.exactOptional(
    v.object({
      scheme: v.exactOptional(v.picklist(['ws', 'wss'], 'ws or wss')),
      token: v.exactOptional(v.pipe(v.string(), v.nonEmpty('a token'))),
    }),
  ),
  /**
   * The server's extensions to the specification. The app hides features whose extension is missing. Any
   * name is valid, so that a newer server does not break an older app.
   */
  extensions: v.optional(v.array(v.string()), []),
})

export type RuntimeConfig = v.InferOutput<typeof runtimeConfig>
export type IdentityGroups = RuntimeConfig['groups']
export type NumberPatterns = NonNullable<RuntimeConfig['numberPatterns']>
