declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: Readonly<Record<string, unknown>>)
    readonly window: Window & typeof globalThis
  }
}
