import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { verifyWithKeys } from './verify-token.ts'

test('folds the case of user names, so that all spellings are one user', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const rules = { issuer: 'https://id.example', audience: 'trimline', tokenType: undefined }
  const verify = verifyWithKeys(rules, { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] })
  const tokenOf = (preferred_username: string, more: object = {}) =>
    new SignJWT({ preferred_username, ...more })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(rules.issuer)
      .setAudience(rules.audience)
      .setSubject('1')
      .setIssuedAt(1_000)
      .setExpirationTime('1h')
      .sign(privateKey)
  const read = await verify(await tokenOf('Pia.Picker@Example.com', { sid: 'S' }))
  expect(read).toMatchObject({
    ok: true,
    value: { username: 'pia.picker@example.com', issuedAt: 1_000, sessionId: 'S' },
  })
})
