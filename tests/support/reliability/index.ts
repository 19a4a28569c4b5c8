// `npm run reliability`: writes docs/reliability.md from the last runs of the proofs.
import { writeFileSync } from 'node:fs'
import { drawReliability } from './page.ts'

writeFileSync(new URL('../../../docs/reliability.md', import.meta.url), drawReliability())
