// `npm run docs`: updates the generated documents.
import { writeFileSync } from 'node:fs'
import { writeKeysPage } from './keys.ts'
import { writeOpenApi } from './openapi.ts'
import { drawTransitions } from './transitions.ts'

writeFileSync(new URL('../../docs/keys.md', import.meta.url), writeKeysPage())
writeFileSync(new URL('../../docs/transitions.md', import.meta.url), drawTransitions())
await writeOpenApi()
