// The dialog library adds a style element while one is open; the page's policy admits it by this page's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })
