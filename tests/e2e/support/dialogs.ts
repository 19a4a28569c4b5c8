import type { Page } from 'playwright/test'

/** Source files that open a dialog. The focus test has a row for each. */
export const dialogs = [
  'app/shell/error-dialog.tsx',
  'documents/client/findings-sheet.tsx',
  'features/printing/client/failure-dialog.tsx',
  'features/printing/client/print-dialog.tsx',
  'input/devices/camera-dialog.tsx',
  'input/palette/help-sheet.tsx',
  'input/palette/palette.tsx',
  'input/palette/why-not.tsx',
  'input/questions/calendar-dialog.tsx',
  'input/questions/questions.tsx',
  'input/questions/reason-dialog.tsx',
  'input/questions/shelf-dialog.tsx',
] as const
export type DialogFile = (typeof dialogs)[number]

/** Labels of the open dialog's buttons that wrap over several lines. */
export async function findWrappedButtons(page: Page): Promise<readonly string[]> {
  return page.locator('.dialog-actions .button > span').evaluateAll((all) =>
    all.flatMap((label) => {
      const range = document.createRange()
      range.selectNodeContents(label)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      return lines.size > 1 ? [label.textContent] : []
    }),
  )
}
