/** Signs people in without the sign-in page, by writing its results into the browser. */
import type { Page } from 'playwright/test'
import { CookieBrowser, signIn } from '#tests/support/sign-in.ts'

// A page without scripts: it gives the browser an origin for its storage.
const plainPage = '/config.json'

/**
 * Signs in over HTTP and writes the sign-in page's results into the browser: cookies, tokens, and person.
 * Each call is a separate sign-in: a log-out or renewal elsewhere does not end it.
 *
 * @param page shows a plain page of the server afterwards
 * @throws if the sign-in is refused
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
