import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Opens the list of a field and chooses an option by its label. Waits for options that still load. */
export async function chooseOption(
  user: UserEvent,
  field: HTMLElement,
  label: string | RegExp,
): Promise<void> {
  await user.click(field)
  await user.click(await within(await screen.findByRole('listbox')).findByRole('option', { name: label }))
}

/** Opens the list of a field, returns its options and closes it. */
export async function readOptions(user: UserEvent, field: HTMLElement): Promise<readonly string[]> {
  await user.click(field)
  const options = within(await screen.findByRole('listbox')).getAllByRole('option')
  const labels = options.map(({ textContent }) => textContent)
  await user.keyboard('{Escape}')
  return labels
}
