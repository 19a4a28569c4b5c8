// `npm run docs`: brings the generated documents up to date.
import { writeFileSync } from 'node:fs'
import { writeOpenApi } from './openapi.ts'
import { drawTransitions } from './transitions.ts'

writeFileSync(new URL('../../docs/transitions.md', import.meta.url), drawTransitions())
writeOpenApi()
