/** Runs the built server in this process, so that signals reach it and its exit code is the one that npm sees. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './prepare.mjs'

process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
