import { testSequences } from './run-sequences.ts'

testSequences(500)
