// Renders ZPL in a separate thread: the renderer (Go as WebAssembly) changes globals that a database in the
// same thread uses.
import { parentPort } from 'node:worker_threads'
import { zplToBase64Async } from 'zpl-renderer-js'

parentPort?.on('message', ({ id, zpl, width, height, dots }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const answer = (/** @type {object} */ what) => parentPort?.postMessage({ id, ...what })
  zplToBase64Async(zpl, width, height, dots).then(
    (png) => answer({ png }),
    (error) => answer({ error: String(error) }),
  )
})
