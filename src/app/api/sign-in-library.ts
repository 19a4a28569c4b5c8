// Exports the used part of the sign-in library: a separate file, so that only this part is downloaded.
export { OidcClient, WebStorageStateStore } from 'oidc-client-ts'
