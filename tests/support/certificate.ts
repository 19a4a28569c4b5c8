import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a self-signed certificate for localhost, PEM, valid for one day. */
export function makeCertificate(): { readonly cert: string; readonly key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-certificate-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  try {
    const options =
      '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost'
    const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    execFileSync('openssl', ['req', ...options.split(' '), ...names, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    })
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
