import { writeFileSync } from 'node:fs'

/**
 * A vitest reporter that writes errors outside of tests to the file TESTS_OUTSIDE, so that the closing lines
 * can show them.
 */
export default class OutsideReporter {
  /**
   * @param {unknown} _files
   * @param {readonly { readonly message: string, readonly stack?: string, readonly VITEST_TEST_PATH?: string, readonly VITEST_TEST_NAME?: string }[]} errors
   */
  onTestRunEnd(_files, errors) {
    const file = process.env.TESTS_OUTSIDE
    if (file === undefined || errors.length === 0) return
    const reports = errors.map(({ message, stack, VITEST_TEST_PATH: path, VITEST_TEST_NAME: name }) =>
      [`during: ${path ?? '?'} ${name ?? ''}`, stack ?? message].join('\n'),
    )
    writeFileSync(file, reports.join('\0'))
  }
}
