import { useAtomValue } from 'jotai'
import { preferencesAtom } from '#app/state/preferences.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { switchLanguage } from '#input/devices/switch-language.ts'
import { useRun } from '#input/input-context.ts'
import { languageOf } from '#text/languages.ts'
import { say } from '#text/say.ts'
import { MenuOnlyEntries } from './menu-only.tsx'
import { switchTheme } from './switch-theme.ts'

const Entry = ({
  icon,
  label,
  onClick,
}: {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
}) => (
  <li>
    <button type="button" className="menu-entry" onClick={onClick}>
      <Icon name={icon} />
      {label}
    </button>
  </li>
)

/**
 * Menu entries that are loaded with the scanning code: screens outside of the navigation, palette, help,
 * theme and language.
 */
export function CommandEntries() {
  const run = useRun()
  const { theme, language } = useAtomValue(preferencesAtom)
  return (
    <>
      <MenuOnlyEntries />
      <Entry icon="command" label={say('menu.commands')} onClick={() => void run('openPalette')} />
      <Entry icon="help" label={say('menu.help')} onClick={() => void run('showHelp')} />
      <Entry
        icon="theme"
        label={say('menu.theme', { theme: say(`menu.theme.${theme}`) })}
        onClick={switchTheme}
      />
      <Entry
        icon="language"
        label={say('menu.language', { language: languageOf(language).name })}
        onClick={switchLanguage}
      />
    </>
  )
}
