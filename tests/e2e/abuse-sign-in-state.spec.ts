import { codeOf } from '#tests/support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.describe('Abuse 7: state and nonce of sign-in', () => {
  test('a callback that this browser did not start signs no user in', async ({ station, warehouse }) => {
    const { page } = station
    // The code is valid, but for another user: an attacker sends the callback address to this person.
    const { code } = await codeOf(warehouse.url, 'sam.super')
    for (const query of [
      `code=${code}&state=state-of-the-test`,
      `code=${code}`,
      'code=x&state=',
      `error=access_denied&state=x`,
    ]) {
      const calls: string[] = []
      const note = (request: { url: () => string }) => calls.push(request.url())
      page.on('request', note)
      await station.open(`/implicit/callback?${query}`)
      await expect(page.getByRole('button').first()).toBeVisible()
      page.off('request', note)
      expect(calls.filter((url) => url.includes('/oidc/token'))).toEqual([])
      expect(
        await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
      ).not.toContain('sam.super')
    }
    await station.open('/')
    await expect(station.button('Sign in')).toBeVisible()
  })
})
