/** What the policy depends on: the origin of the identity provider that the app talks to, and whether we speak https. */
export interface HeaderOptions {
  readonly identityOrigin?: string
  readonly secure: boolean
}

// Print agents: which hosts they are on is data that changes while a page is open, so any of them over TLS; without it only this
// very computer, as browsers have it too.
const printAgents = 'wss: ws://127.0.0.1:* ws://localhost:*'

/**
 * The headers of every answer. Script and style come from our own origin only, never inline; `nonce` admits the style elements
 * that a dialog library adds at run time, for the one page that it was made for.
 */
export function securityHeaders(options: HeaderOptions, nonce?: string): Record<string, string> {
  const own = ["'self'", options.identityOrigin].filter((source) => source !== undefined).join(' ')
  const policy = {
    'default-src': "'none'",
    // The camera reads codes with WebAssembly where the browser has no reader of its own; it may be compiled, nothing else.
    'script-src': "'self' 'wasm-unsafe-eval'",
    'style-src': nonce ? `'self' 'nonce-${nonce}'` : "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'media-src': "'self' data: blob:",
    'connect-src': `${own} ${printAgents}`,
    'manifest-src': "'self'",
    // The service worker, which keeps the app's files on the device.
    'worker-src': "'self'",
    'form-action': own,
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
  }
  return {
    'content-security-policy': policyText(policy),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Scanners may be attached as keyboards, by HID, by a serial line, or be the camera itself.
    'permissions-policy':
      'hid=(self), serial=(self), camera=(self), geolocation=(), microphone=(), payment=()',
    ...(options.secure && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

function policyText(policy: Record<string, string>): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
}
