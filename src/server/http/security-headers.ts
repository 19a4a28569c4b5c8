/** Options of the content security policy. */
export interface HeaderOptions {
  readonly identityOrigin?: string
  /** Another server that the app calls. */
  readonly apiOrigin?: string
  readonly secure: boolean
  /** The page is a static file without a nonce: inline styles are allowed, inline scripts are not. */
  readonly withoutNonce?: boolean
  /** Other print agents that a page may connect to. */
  readonly printSources?: readonly string[]
}

// Print agents on this computer, at any port. Browsers allow plain HTTP only to the local machine.
const localAgents = ['wss', 'ws', 'https', 'http'].flatMap((scheme) => [
  `${scheme}://127.0.0.1:*`,
  `${scheme}://localhost:*`,
])

/**
 * The headers of every response. Scripts and styles come only from our origin, never inline.
 * `nonce` allows the style elements that a dialog library adds to one page.
 */
export function securityHeaders(options: HeaderOptions, nonce?: string): Record<string, string> {
  const own = ["'self'", options.identityOrigin].filter((source) => source !== undefined).join(' ')
  const policy = {
    'default-src': "'none'",
    // Without the browser's barcode reader, the camera decoder compiles WebAssembly; nothing else may.
    'script-src': "'self' 'wasm-unsafe-eval'",
    'style-src': stylesOf(options, nonce),
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'media-src': "'self' data: blob:",
    'connect-src': [
      own,
      ...(options.apiOrigin ? [options.apiOrigin] : []),
      ...localAgents,
      ...(options.printSources ?? []),
    ].join(' '),
    'manifest-src': "'self'",
    // The service worker, which caches the app's files.
    'worker-src': "'self'",
    'form-action': own,
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    // Plain strings cannot become markup or script (app/shell/trusted-types.ts has the one policy).
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
  }
  return {
    'content-security-policy': policyText(policy),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Scanners connect as keyboards, by HID, by serial port, or as the camera.
    'permissions-policy':
      'hid=(self), serial=(self), camera=(self), geolocation=(), microphone=(), payment=()',
    ...(options.secure && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/**
 * A short policy for the app's own files, sent with each of them.
 * Files load nothing, except worker scripts, which load their modules.
 */
export const filePolicy = policyText({
  'default-src': "'none'",
  'script-src': "'self'",
  'frame-ancestors': "'none'",
})

function stylesOf({ withoutNonce }: HeaderOptions, nonce: string | undefined): string {
  if (withoutNonce === true) return "'self' 'unsafe-inline'"
  return nonce ? `'self' 'nonce-${nonce}'` : "'self'"
}

function policyText(policy: Record<string, string>): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
}
