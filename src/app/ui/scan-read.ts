/** The event on the field in which a scan was read: what it got of the code is not the person's. */
export const SCAN_READ = 'trimline-scan-read'
