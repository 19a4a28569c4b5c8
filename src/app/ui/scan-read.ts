/** Dispatched on the field in which a scan was read: the characters that it received belong to the scan. */
export const SCAN_READ = 'trimline-scan-read'
