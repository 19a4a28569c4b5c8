import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { findLanguage } from '#text/all-languages.ts'
import { apiAudience, appScope, clientId } from './client.ts'
import { consumeOnce, type ProviderState } from './consume-once.ts'
import type { DemoUser } from './demo-users.ts'
import { makeNonce, page, pagePolicy } from './html.ts'
import { errorPage } from './login-page.ts'
import type { ProviderKeys } from './signing-keys.ts'

export interface ProviderOptions {
  /** The provider's URL, such as `http://localhost:8080/oidc`. */
  readonly issuer: string
  /** The app's origins. Each gets its redirect addresses. */
  readonly origins: readonly string[]
  readonly users: readonly DemoUser[]
  readonly keys: ProviderKeys
  readonly adapter: (model: string) => ProviderState
  readonly accessTokenSeconds: number
  /** Revokes a sign-in with all its tokens. */
  readonly revokeGrant: (grantId: string) => Promise<void>
  /** False for a deactivated user. */
  readonly isActive: (username: string) => Promise<boolean>
  /** True if a reverse proxy terminates TLS. */
  readonly behindTls: boolean
  /** Receives failures that the user sees only as 'not possible'. */
  readonly reportFailure: (error: Error) => void
}

const day = 86_400

/** Creates the development provider. Throws in production, because its password is published. */
export function createProvider(options: ProviderOptions): Provider {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The development identity provider must not run in production')
  }
  const users = new Map(options.users.map((user) => [user.username, user]))
  const groupsOf = (username: string) => [...(users.get(username)?.groups ?? [])]
  const provider = new Provider(options.issuer, {
    adapter: consumeOnce(options.adapter),
    clients: [
      {
        client_id: clientId,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: options.origins.map((origin) => `${origin}/implicit/callback`),
        post_logout_redirect_uris: options.origins.flatMap((origin) => [`${origin}/`, `${origin}/LogOut/`]),
        scope: appScope,
      },
    ],
    jwks: { keys: [options.keys.signing] },
    cookies: { keys: [...options.keys.cookies] },
    clientBasedCORS: (_context, origin) => options.origins.includes(origin),
    pkce: { required: () => true },
    // 'api' must be listed, because clients may only use known scopes.
    scopes: ['openid', 'offline_access', 'api'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email'],
      groups: ['groups'],
    },
    conformIdTokenClaims: false, // adds name and groups to the ID token, which saves the app a request
    rotateRefreshToken: true,
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    findAccount: async (_context, sub) => {
      const user = users.get(sub)
      if (!user || !(await options.isActive(sub))) return undefined
      const claims = {
        sub,
        name: user.name,
        preferred_username: sub,
        email: `${sub}@trimline.example`,
        groups: groupsOf(sub),
      }
      return { accountId: sub, claims: () => claims }
    },
    extraTokenClaims: (_context, token) => {
      if (!('accountId' in token) || typeof token.accountId !== 'string') return undefined
      const grant = 'grantId' in token && typeof token.grantId === 'string' ? { grant: token.grantId } : {}
      return { preferred_username: token.accountId, groups: groupsOf(token.accountId), ...grant }
    },
    loadExistingGrant: grantAllScopes,
    interactions: { url: (_context, interaction) => `/dev-login/${interaction.uid}` },
    renderError: (context, out) => {
      const nonce = makeNonce()
      context.set('content-security-policy', pagePolicy(nonce, options.origins))
      context.type = 'html'
      context.body = errorPage(
        nonce,
        out.error,
        out.error_description ?? '',
        findLanguage(context.get('accept-language')),
      )
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          const nonce = makeNonce()
          context.set('content-security-policy', pagePolicy(nonce, options.origins))
          context.type = 'html'
          context.body = autoSubmittedLogout(form, nonce)
        },
        postLogoutSuccessSource: (context) => {
          context.redirect('/')
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiAudience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'api',
          audience: apiAudience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: options.accessTokenSeconds,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    ttl: {
      AccessToken: options.accessTokenSeconds,
      IdToken: 3600,
      RefreshToken: 14 * day,
      Session: 14 * day,
      Interaction: 3600,
      Grant: 14 * day,
    },
  })
  provider.proxy = options.behindTls
  // At sign-out the library keeps sign-ins that have a refresh token, so revoke them here.
  provider.use(async (context: KoaContextWithOIDC, next) => {
    await next()
    if (context.oidc?.route !== 'end_session_confirm' || !context.oidc.params?.['logout']) return
    const { authorizations = {} } = context.oidc.session ?? {}
    for (const { grantId } of Object.values(authorizations)) if (grantId) await options.revokeGrant(grantId)
  })
  provider.on('server_error', (_context, error) => options.reportFailure(error))
  return provider
}

// Our own app needs no consent. Recreates a grant that a replayed refresh token revoked.
async function grantAllScopes(context: KoaContextWithOIDC) {
  const { client, session, result, provider } = context.oidc
  if (!client || !session?.accountId) return undefined
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const existing = grantId ? await provider.Grant.find(grantId) : undefined
  if (existing) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(appScope)
  grant.addResourceScope(apiAudience, 'api')
  await grant.save()
  return grant
}

// Submits the provider's own confirmation form immediately: sign-out needs no second confirmation.
function autoSubmittedLogout(form: string, nonce: string): string {
  const confirmed = form.replace(
    '</form>',
    '<input type="hidden" name="logout" value="yes"><noscript><button class="main">Sign out</button></noscript></form>',
  )
  const body = `<h1>Signing out</h1>${confirmed}`
  return page({ title: 'Signing out · Trimline', body, nonce, script: 'document.forms[0].submit()' })
}
