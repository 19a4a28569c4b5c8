// The service worker's entry; the build inserts its release and writes it to /sw.js.
import { type Release, serveRelease, type WorkerScope } from './app-worker.ts'

declare const self: WorkerScope
declare const RELEASE: Release

serveRelease(self, RELEASE)
