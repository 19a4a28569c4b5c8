/** The version of this build, from package.json. */
export const APP_VERSION = String(import.meta.env['VITE_APP_VERSION'] ?? '')
