/** Signs people in without the sign-in page: what they have afterwards is put into their browser. */
import type { Page } from 'playwright/test'
import { CookieBrowser, signIn } from '#tests/support/sign-in.ts'

// A page of the server's that loads nothing: the browser then has a place for what is kept at its address.
const plainPage = '/config.json'

/**
 * Has somebody sign in over HTTP, and leaves in the browser what the sign-in page would: the provider's
 * cookies, the tokens in this tab, the person on the device. Each call is a sign-in of its own: a log-out or
 * a renewal elsewhere does not end it.
 *
 * @param page shows a plain page of the server afterwards
 * @throws when the person is not let in
 */
export async function putSignIn(page: Page, address: string, username: string): Promise<void> {
  const browser = new CookieBrowser()
  const { accessToken, refreshToken, idToken } = await signIn(address, username, undefined, browser)
  await page.context().addCookies(browser.cookies.map((cookie) => ({ ...cookie, url: address })))
  await page.goto(address + plainPage)
  const profile = claimsOf(idToken)
  const person = { profile }
  const tokens = {
    access_token: accessToken,
    refresh_token: refreshToken,
    id_token: idToken,
    expires_at: claimsOf(accessToken)['exp'],
    profile,
    onDevice: true,
  }
  await page.evaluate(
    ([forTab, forDevice]) => {
      sessionStorage.setItem('trimline.tokens', forTab ?? '')
      localStorage.setItem('trimline.person', forDevice ?? '')
    },
    [JSON.stringify(tokens), JSON.stringify(person)],
  )
}

function claimsOf(token: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
}
