import { sayIn } from '#text/all-languages.ts'
import type { Language } from '#text/language.ts'
import { type DemoUser, demoPassword } from './demo-users.ts'
import { escapeHtml, page } from './html.ts'

// Arrow keys move between the demo users. A refused name is selected, so that the next scan replaces it.
// Without script the page works with Tab.
const keys = `
const stops = [document.getElementById('username'), ...document.querySelectorAll('li button')]
if (stops[0].value) stops[0].select()
addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const at = stops.indexOf(document.activeElement)
  if (!step || at < 0) return
  event.preventDefault()
  stops[(at + step + stops.length) % stops.length].focus()
})
`

/**
 * The sign-in page. The user name has the focus and the password is prefilled, so a scanned or typed name and
 * Enter suffice. Arrow or Tab, then Enter, selects a demo user. `refused`: the refused name and the reason.
 */
export function loginPage(options: {
  readonly action: string
  readonly users: readonly DemoUser[]
  readonly nonce: string
  readonly language: Language
  readonly refused?: { readonly username: string; readonly why: string }
}): string {
  const { action, users, nonce, language, refused } = options
  const choices = users
    .map(
      (user) =>
        `<li><button name="choice" value="${escapeHtml(user.username)}"><span>${escapeHtml(user.name)}<br><small>${escapeHtml(user.username)}</small></span><small>${escapeHtml(user.role)}</small></button></li>`,
    )
    .join('\n')
  const errorMessage =
    refused === undefined ? '' : `<p class="bad" role="alert" id="refused">${refused.why}</p>`
  const body = `
<h1>${sayIn(language, 'signInPage.heading')}</h1>
<p>${sayIn(language, 'signInPage.about')}</p>
${errorMessage}
<form method="post" action="${escapeHtml(action)}">
<label for="username">${sayIn(language, 'signInPage.userName')}</label>
<input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus value="${escapeHtml(refused?.username ?? '')}"${refused === undefined ? '' : ' aria-invalid="true" aria-describedby="refused"'}>
<label for="password">${sayIn(language, 'signInPage.password', { password: escapeHtml(demoPassword) })}</label>
<input id="password" name="password" type="password" autocomplete="off" required value="${escapeHtml(demoPassword)}">
<button class="main">${sayIn(language, 'signInPage.signIn')}</button>
</form>
<h2 id="demo">${sayIn(language, 'signInPage.demoUsers')}</h2>
<form method="post" action="${escapeHtml(action)}" aria-labelledby="demo">
<ul>
${choices}
</ul>
</form>`
  return page({
    title: sayIn(language, 'signInPage.title'),
    body,
    nonce,
    script: keys,
    lang: language.locale,
  })
}

/** The page for an expired sign-in, or after the back button. */
export function expiredPage(nonce: string, language: Language): string {
  const body = `<h1>${sayIn(language, 'signInPage.over')}</h1><p>${sayIn(language, 'signInPage.overWhy')}</p><p><a href="/" autofocus>${sayIn(language, 'signInPage.open')}</a></p>`
  return page({ title: sayIn(language, 'signInPage.overTitle'), body, nonce, lang: language.locale })
}

/** The page for a mismatch of app and provider, such as an unregistered address. */
export function errorPage(nonce: string, error: string, description: string, language: Language): string {
  const body = `<h1>${sayIn(language, 'signInPage.error')}</h1><p class="bad" role="alert">${escapeHtml(description || error)}</p><p><a href="/" autofocus>${sayIn(language, 'signInPage.open')}</a></p>`
  return page({ title: sayIn(language, 'signInPage.errorTitle'), body, nonce, lang: language.locale })
}
