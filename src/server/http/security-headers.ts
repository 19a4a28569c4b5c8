/** What the policy depends on: the identity provider's origin, and whether we use https. */
export interface HeaderOptions {
  readonly identityOrigin?: string
  /** Another server that the app calls. */
  readonly apiOrigin?: string
  readonly secure: boolean
  /** The page is a file, which has no nonce of its own: inline styles are allowed, inline scripts are not. */
  readonly withoutNonce?: boolean
  /** Other print agents that a page may reach. */
  readonly printSources?: readonly string[]
}

// Print agents of this very computer, at any port, and what they say about themselves; without TLS, as
// browsers allow, no others.
const ownComputer = ['wss', 'ws', 'https', 'http'].flatMap((scheme) => [
  `${scheme}://127.0.0.1:*`,
  `${scheme}://localhost:*`,
])

/**
 * The headers of every answer. Script and style come from our own origin only, never inline; `nonce` allows
 * the style elements that a dialog library adds, for one page.
 */
export function securityHeaders(options: HeaderOptions, nonce?: string): Record<string, string> {
  const own = ["'self'", options.identityOrigin].filter((source) => source !== undefined).join(' ')
  const policy = {
    'default-src': "'none'",
    // The camera decoder uses WebAssembly where the browser has no barcode reader; only that may be compiled.
    'script-src': "'self' 'wasm-unsafe-eval'",
    'style-src': stylesOf(options, nonce),
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'media-src': "'self' data: blob:",
    'connect-src': [
      own,
      ...(options.apiOrigin ? [options.apiOrigin] : []),
      ...ownComputer,
      ...(options.printSources ?? []),
    ].join(' '),
    'manifest-src': "'self'",
    // The service worker, which caches the app's files.
    'worker-src': "'self'",
    'form-action': own,
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    // Strings become no markup and no script (app/shell/trusted-types.ts has the one policy).
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
    // Scanners connect as keyboards, by HID, by a serial port, or are the camera.
    'permissions-policy':
      'hid=(self), serial=(self), camera=(self), geolocation=(), microphone=(), payment=()',
    ...(options.secure && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/**
 * The policy of the app's own files. They load nothing by themselves, but a thread its parts; the page's
 * policy, ten times as long, would be sent with each of them.
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
