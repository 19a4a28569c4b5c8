import type { QueryClient } from '@tanstack/react-query'
import { masterQuery, printServersQuery, sources } from '#app/api/master-data.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { readNewest } from '#app/api/query-client.ts'
import { problemOfError } from '#app/api/use-ask.ts'
import type { Place } from '#app/state/place.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'

/**
 * Loads the print servers and varieties of a chosen place. A missing or failed refresh of print servers is
 * no error; printing reports it when used.
 */
export async function finishSetup(queryClient: QueryClient, place: Place): Promise<Result<true, ApiProblem>> {
  const [printers, varieties] = await Promise.allSettled([
    readNewest(() => queryClient.fetchQuery(printServersQuery(place.location))),
    readNewest(() => queryClient.fetchQuery(masterQuery(sources.varieties(place.season.commodity)))),
  ])
  if (varieties.status === 'rejected') return fail(problemOfError(varieties.reason))
  if (printers.status === 'rejected') {
    const problem = problemOfError(printers.reason)
    const cached = queryClient.getQueryData(sources.printServers(place.location).key)
    if (problem.status !== 404 && cached === undefined) return fail(problem)
  }
  return succeed(true)
}
