/**
 * The dialog library adds a style element while a dialog is open. The page's policy admits it by the page's nonce, which the
 * library reads from a global name of bundlers; call this before the first dialog opens.
 */
export function admitDialogStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })
}
