// Where the service worker begins; the build puts in the release that it is of, and writes it to /sw.js.
import { type Release, serveRelease, type WorkerScope } from './app-worker.ts'

declare const self: WorkerScope
declare const RELEASE: Release

serveRelease(self, RELEASE)
