// The app's registration at the embedded provider.

/** The audience of access tokens: this server's calls. */
export const apiAudience = 'urn:trimline:api'
export const clientId = 'trimline-app'
/** The requested scopes (specification part 1 section 1), with a refresh token for silent token refresh. */
export const appScope = 'openid profile email groups offline_access api'
/** The provider's path. Its issuer is this path on the public URL. */
export const providerPath = '/oidc'
