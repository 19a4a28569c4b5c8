// `npm run docs`: brings the generated document up to date.
import { writeFileSync } from 'node:fs'
import { drawTransitions } from './transitions.ts'

writeFileSync(new URL('../../docs/transitions.md', import.meta.url), drawTransitions())
