import { ROUTES } from '#core/wire/routes.ts'
import { start as english } from '#text/en/start.ts'
import { start as spanish } from '#text/es/start.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ timeout: 300_000 })

// Opens each screen with its own address as the first page, so nothing is loaded by another screen before.
// Excludes the routes that lead on to another screen.
const redirects: readonly string[] = [ROUTES.callback, ROUTES.initialize, ROUTES.transfer, ROUTES.logOut]
const paths = [...new Set(Object.values(ROUTES))].filter(
  (path) => !path.includes(':') && !redirects.includes(path),
)

for (const [language, { unknownCode }] of Object.entries({ en: english, es: spanish })) {
  test(`no screen lacks a text when it is the first page: ${language}`, async ({ station, warehouse }) => {
    const { page } = station
    const missing = page.getByText(unknownCode.slice(0, unknownCode.indexOf('{')))
    await station.begin('ada.admin', warehouse.place)
    await page.evaluate(
      (chosen) => localStorage.setItem('trimline.preferences', JSON.stringify({ language: chosen })),
      language,
    )
    for (const path of paths) {
      await station.open(path)
      await expect(page.locator(`html[lang^="${language}"]`)).toBeAttached()
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect.soft(missing, path).toHaveCount(0)
    }
  })
}
