/** The event on a field from which a scan has been taken: what it got of the code is not the person's. */
export const SCAN_READ = 'trimline-scan-read'
