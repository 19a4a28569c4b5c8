// `npm run readme`: brings the README's generated parts up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { drawReadme } from './readme.ts'

const path = new URL('../../README.md', import.meta.url)
writeFileSync(path, drawReadme(readFileSync(path, 'utf8')))
