import { expect, test } from './support/test.ts'

// session.spec.ts checks that text becomes neither script nor markup.
test.describe('Abuse 9: content security policy and Trusted Types', () => {
  test('the browser refuses scripts, styles, frames and connections of other origins', async ({
    station,
    warehouse,
  }) => {
    const { page } = station
    await station.begin('pia.picker', warehouse.place)
    const expectedDirectives = [
      'frame-src',
      'img-src',
      'connect-src',
      'form-action',
      'base-uri',
      'style-src-elem',
    ]
    const blocked = await page.evaluate(async (directives) => {
      const found = new Set<string>()
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        found.add(effectiveDirective),
      )
      const frame = document.createElement('iframe')
      frame.src = 'https://elsewhere.example/'
      const image = document.createElement('img')
      image.src = 'https://elsewhere.example/pixel.png'
      const style = document.createElement('style')
      style.textContent = 'body{color:red}'
      document.body.append(frame, image, style)
      document.body.setAttribute('style', 'color: red')
      await fetch('https://elsewhere.example/').catch(() => {})
      try {
        const socket = new WebSocket('wss://elsewhere.example/')
        socket.close()
      } catch {}
      navigator.sendBeacon('https://elsewhere.example/', 'x')
      const form = document.createElement('form')
      form.action = 'https://elsewhere.example/'
      document.body.append(form)
      form.submit()
      const base = document.createElement('base')
      base.href = 'https://elsewhere.example/'
      document.head.append(base)
      await new Promise((resolve) => {
        const check = () =>
          directives.every((each) => found.has(each)) ? resolve(undefined) : requestAnimationFrame(check)
        check()
      })
      return [...found]
    }, expectedDirectives)
    expect(blocked).toEqual(expect.arrayContaining(expectedDirectives))
    expect(new URL(page.url()).origin).toBe(warehouse.url)
  })
})
