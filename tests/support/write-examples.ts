// First half of `npm run docs`: writes the examples, which the description of the calls reads when it is
// loaded.
import { writeExamples } from './openapi.ts'

await writeExamples()
