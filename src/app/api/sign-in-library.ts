// What the sign-in uses of its library: a file of its own, so that only this much of it is fetched.
export { OidcClient, WebStorageStateStore } from 'oidc-client-ts'
