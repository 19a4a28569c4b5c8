// The answer of /health: for the app's health check, for load balancers, and to compare clocks.
import * as v from 'valibot'

export const health = v.object({
  status: v.picklist(['ok', 'failing']),
  version: v.string(),
  /** The server's clock, ISO 8601 with milliseconds. */
  time: v.string(),
  database: v.object({ engine: v.string(), reachable: v.boolean(), milliseconds: v.nullable(v.number()) }),
})
export type Health = v.InferOutput<typeof health>
