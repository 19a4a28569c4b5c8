import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

export function makeNonce(): string {
  return randomBytes(16).toString('base64url')
}

/** The CSP of the provider's pages: only the page's style and script, and forms to us and the app. */
export function pagePolicy(nonce: string, formOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    `form-action ${["'self'", ...formOrigins].join(' ')}`,
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

const style = `
:root { color-scheme: light dark; --ink: #16181c; --paper: #ffffff; --quiet: #3d4450; --line: #6b7280; --accent: #1d4f3a; --on-accent: #ffffff; --bad: #8c1d18; --tint: #eef3f0 }
@media (prefers-color-scheme: dark) { :root { --ink: #f4f5f7; --paper: #14171a; --quiet: #c9ced6; --line: #8b93a1; --accent: #9ad9b8; --on-accent: #0d1f17; --bad: #ffb4ab; --tint: #1f2725 } }
* { box-sizing: border-box }
body { margin: 0; font: 1.125rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
main { max-width: 34rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem; margin: .5rem 0 }
h2 { font-size: 1.125rem; margin: 1.5rem 0 .5rem }
p { margin: .5rem 0; color: var(--quiet) }
label { display: block; margin: .75rem 0 .25rem; font-weight: 600 }
input, button { font: inherit; width: 100%; min-height: 64px; padding: .5rem 1rem; border-radius: .5rem; border: 2px solid var(--line); color: var(--ink); background: var(--paper) }
button { cursor: pointer; font-weight: 600 }
button.main { margin-top: 1rem; color: var(--on-accent); background: var(--accent); border-color: var(--accent) }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem }
li button { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 1rem; text-align: left; background: var(--tint) }
li small { font-weight: 400; font-size: 1rem; color: var(--quiet) }
.bad { color: var(--bad); font-weight: 600 }
:focus-visible { outline: 4px solid var(--accent); outline-offset: 2px }
`

/** A whole page of the provider. `body` is HTML, `lang` its language. */
export function page(options: {
  title: string
  body: string
  nonce: string
  script?: string
  lang?: string
}): string {
  const { title, body, nonce, script, lang = 'en' } = options
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${style}</style>
</head>
<body><main>${body}</main>${script ? `<script nonce="${nonce}">${script}</script>` : ''}</body>
</html>
`
}

/** Sends a page of the provider. */
export function sendPage(response: ServerResponse, status: number, html: string, policy: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  })
  response.end(html)
}
