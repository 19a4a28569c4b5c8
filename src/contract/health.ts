// What /health answers: for the app's health screen, for a balancer, and to compare clocks.
import * as v from 'valibot'

export const health = v.object({
  status: v.picklist(['ok', 'failing']),
  version: v.string(),
  /** The server's clock, ISO 8601 with milliseconds. */
  time: v.string(),
  database: v.object({ engine: v.string(), reachable: v.boolean(), milliseconds: v.nullable(v.number()) }),
})
export type Health = v.InferOutput<typeof health>
