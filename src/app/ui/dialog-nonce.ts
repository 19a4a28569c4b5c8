/**
 * The dialog library adds a style element while a dialog is open. The page's CSP allows it by a nonce, which
 * the library reads from a global name. Must be called before the first dialog opens.
 */
export function allowDialogStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })
}
