import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose'

/** The provider's private keys for tokens and cookies, as plain JSON. */
export interface ProviderKeys {
  readonly signing: JWK
  readonly cookies: readonly string[]
}

/** Creates new keys. Tokens signed with earlier ones become invalid. */
export async function makeProviderKeys(): Promise<ProviderKeys> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const signing = await exportJWK(privateKey)
  return {
    signing: { ...signing, alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') },
    cookies: [randomBytes(32).toString('hex')],
  }
}

/** The public part of the keys. */
export function publicKeys({ signing }: ProviderKeys): JSONWebKeySet {
  const { kty, n, e, alg, use, kid } = signing
  if (!kty || !n || !e || !alg || !use || !kid)
    throw new Error('The signing key of the provider is no RSA key')
  return { keys: [{ kty, n, e, alg, use, kid }] }
}
