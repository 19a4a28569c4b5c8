// Trusted Types: strings become no markup and no script; only own scripts (workers) may be loaded by address.
declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory
  }
}

interface PolicyFactory {
  readonly createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
}

/** Installs the page's only policy, where the browser has Trusted Types; must be called first. */
export function installTrustedTypes(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => {
      const { origin } = window.location
      if (new URL(url, origin).origin !== origin) throw new TypeError('A script of another origin')
      return url
    },
  })
}
