import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, type Provider } from 'oidc-provider'
import { findLanguage, sayIn } from '#text/all-languages.ts'
import type { Language } from '#text/language.ts'
import { type DemoUser, demoPassword } from './demo-users.ts'
import { makeNonce, pagePolicy, sendPage } from './html.ts'
import { expiredPage, loginPage } from './login-page.ts'

// Maximum size of the form, in bytes.
const maxFormBytes = 10_000

export interface LoginOptions {
  readonly provider: Provider
  readonly users: readonly DemoUser[]
  readonly origins: readonly string[]
  /** False for a deactivated user. */
  readonly isActive: (username: string) => Promise<boolean>
  /** Seconds that an address must wait before its next attempt; 0 for none. */
  readonly waitSeconds: (address: string) => number
}

/** Serves `/dev-login/{uid}`: the sign-in page and its form. */
export function createLogin(options: LoginOptions) {
  const { provider, users, origins } = options
  const send = (response: ServerResponse, status: number, html: (nonce: string) => string) => {
    const nonce = makeNonce()
    sendPage(response, status, html(nonce), pagePolicy(nonce, origins))
  }
  const sendLoginPage = (
    request: IncomingMessage,
    response: ServerResponse,
    language: Language,
    refused?: { readonly username: string; readonly why: string },
  ) => {
    const action = (request.url ?? '').split('?', 1)[0] ?? ''
    send(response, refused === undefined ? 200 : 401, (nonce) =>
      loginPage({ action, users, nonce, language, ...(refused && { refused }) }),
    )
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let language = findLanguage(request.headers['accept-language'])
    try {
      const { params } = await provider.interactionDetails(request, response)
      if (typeof params['ui_locales'] === 'string') language = findLanguage(params['ui_locales'])
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error
      send(response, 400, (nonce) => expiredPage(nonce, language))
      return
    }
    if (request.method === 'GET') {
      sendLoginPage(request, response, language)
      return
    }
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'GET, POST' }).end()
      return
    }
    const wait = options.waitSeconds(request.socket.remoteAddress ?? 'unknown')
    if (wait > 0) {
      sendTooManyRequests(response, wait, language)
      return
    }
    const form = await readForm(request)
    if (!form) {
      response.writeHead(413, { connection: 'close' }).end()
      return
    }
    const username = (form.get('choice') ?? form.get('username') ?? '').trim().toLowerCase()
    const user = users.find((each) => each.username === username)
    // A demo user chosen from the list needs no password.
    const admitted = form.has('choice') || isPassword(form.get('password') ?? '', user?.password)
    if (!user || !admitted) {
      sendLoginPage(request, response, language, { username, why: sayIn(language, 'signInPage.refused') })
      return
    }
    if (!(await options.isActive(user.username))) {
      sendLoginPage(request, response, language, { username, why: sayIn(language, 'signInPage.deactivated') })
      return
    }
    await provider.interactionFinished(request, response, { login: { accountId: user.username } })
  }
}

/** Refuses an attempt that comes too soon. `seconds` is the retry-after. */
export function sendTooManyRequests(response: ServerResponse, seconds: number, language: Language): void {
  response.writeHead(429, { 'retry-after': String(seconds), 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${sayIn(language, 'signInPage.tooMany', { n: seconds })}\n`)
}

function isPassword(given: string, expected: string = demoPassword): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxFormBytes) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
