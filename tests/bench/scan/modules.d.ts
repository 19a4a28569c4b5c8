declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: Readonly<Record<string, unknown>>)
    readonly window: Window & typeof globalThis
  }
}

declare module 'onscan.js' {
  const onScan: {
    attachTo(element: unknown, options: Readonly<Record<string, unknown>>): unknown
    detachFrom(element: unknown): void
  }
  export default onScan
}
