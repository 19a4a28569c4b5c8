import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { auditLock, isWithin, newAdvisories } from '#tests/support/audit.mjs'

const integrity = 'sha512-abc'
const lock = (packages: Record<string, object>) => ({ packages: { '': {}, ...packages } })
const bad = {
  package: 'left',
  range: '>=1.2.0 <1.2.4',
  url: 'https://advisories.example/1',
  title: 'it is bad',
}

describe('the audit of the lock file', () => {
  it('reports a version that an advisory covers, at any depth, and no other version', () => {
    const packages = {
      'node_modules/left': { version: '1.2.4', integrity },
      'node_modules/a/node_modules/left': { version: '1.2.3', integrity },
      'node_modules/@other/left': { version: '1.2.3', integrity },
    }
    expect(auditLock(lock(packages), [bad])).toEqual(['left 1.2.3: it is bad (https://advisories.example/1)'])
    expect(auditLock(lock(packages), [{ ...bad, accepted: 'not used that way' }])).toEqual([])
  })

  it('reports a package without a digest, from another registry, or with an install script', () => {
    const faults = auditLock(
      lock({
        'node_modules/a': { version: '1.0.0' },
        'node_modules/b': { version: '1.0.0', integrity, resolved: 'git+ssh://example.com/b.git' },
        'node_modules/c': { version: '1.0.0', integrity, hasInstallScript: true },
        'node_modules/esbuild': { version: '1.0.0', integrity, hasInstallScript: true },
      }),
      [],
    )
    expect(faults).toEqual([
      'a 1.0.0 has no SHA-512 digest',
      'b 1.0.0 does not come over https',
      'c 1.0.0 runs a script when installed',
    ])
  })

  it.each([
    ['1.2.3', '<1.2.4', true],
    ['1.2.4', '<1.2.4', false],
    ['1.2.4-beta.1', '<1.2.4', true],
    ['1.10.0', '<1.9.0', false],
    ['2.0.1', '<=1.1.11 || >=2.0.0 <=2.0.1', true],
    ['2.0.2', '<=1.1.11 || >=2.0.0 <=2.0.1', false],
    ['4.0.0', '=4.0.0', true],
    ['4.0.1', '4.0.0', false],
    ['9.9.9', '*', true],
    ['3.0.0', '>2.0.0', true],
  ])('%s in %s: %s', (version, range, within) => {
    expect(isWithin(version, range)).toBe(within)
  })

  it('adds advisories of the registry that the list lacks', () => {
    const via = [
      { name: 'right', range: '<2.0.0', url: 'https://advisories.example/2', title: 'worse' },
      'left',
    ]
    const known = { name: 'left', range: bad.range, url: bad.url, title: bad.title }
    const report = { vulnerabilities: { right: { via }, left: { via: [known] } } }
    expect(newAdvisories(report, [bad])).toEqual([
      { package: 'right', range: '<2.0.0', url: 'https://advisories.example/2', title: 'worse' },
    ])
  })

  it('finds nothing in the installed packages, and each exception has a reason', () => {
    const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
    const { advisories } = read('tests/support/advisories.json')
    expect(auditLock(read('package-lock.json'), advisories)).toEqual([])
  })
})
