import { sequencesOfHalf, testSequences } from './run-sequences.ts'

testSequences(sequencesOfHalf)
