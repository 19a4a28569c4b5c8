import * as v from 'valibot'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { type RuntimeConfig, runtimeConfig } from '#core/wire/runtime-config.ts'
import { isPortalPage, isRedirectedToPortal } from './captive-portal.ts'
import { fetchSettings } from './early-settings.ts'
import { type ApiProblem, makeApiProblem } from './problem.ts'

/** Loads the site's settings from /config.json. */
export async function loadRuntimeConfig(): Promise<Result<RuntimeConfig, ApiProblem>> {
  const timeout = AbortSignal.timeout(10_000)
  try {
    const early = window.earlySettings
    window.earlySettings = undefined
    const answer = await (early ?? fetchSettings())
    const text = await answer.text()
    if (isPortalPage(answer, text)) return fail(makeApiProblem('captive_portal', ''))
    const read = v.safeParse(runtimeConfig, JSON.parse(text))
    if (read.success) return succeed(read.output)
    const [issue] = read.issues
    const detail = `/config.json: ${v.getDotPath(issue) ?? 'settings'}, expected ${issue.expected ?? issue.message}`
    return fail(makeApiProblem('answer_does_not_fit', detail))
  } catch (error) {
    if (await isRedirectedToPortal(window.location.origin, timeout))
      return fail(makeApiProblem('captive_portal', ''))
    const detail = error instanceof Error ? error.message : String(error)
    return fail(makeApiProblem(navigator.onLine ? 'unreachable' : 'offline', detail))
  }
}
