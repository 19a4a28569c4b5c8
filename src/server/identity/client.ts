// The app as the embedded provider knows it.

/** The audience of the access tokens: the calls of this server. */
export const apiAudience = 'urn:trimline:api'
export const clientId = 'trimline-app'
/** What the app asks for (specification part 1 section 1), a refresh token for silent renewal among it. */
export const appScope = 'openid profile email groups offline_access api'
/** Where the provider is mounted; its issuer is this path on the server's public address. */
export const providerPath = '/oidc'
