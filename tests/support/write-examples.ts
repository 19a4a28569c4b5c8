// The first half of `npm run docs`: examples of the calls, which the description of the calls reads when it
// is loaded.
import { writeExamples } from './openapi.ts'

await writeExamples()
