// Trusted Types: strings never become markup or scripts; only this origin's scripts (workers) load by
// address.
declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory
  }
}

interface PolicyFactory {
  readonly createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
}

/** Installs the page's only policy, if the browser supports Trusted Types. Call it first. */
export function installTrustedTypes(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => {
      const { origin } = window.location
      if (new URL(url, origin).origin !== origin) throw new TypeError('A script of another origin')
      return url
    },
  })
}
