// Changes one workstation setting by command, and returns its outcome.
import { type Preferences, preferencesAtom, TEXT_SIZES } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { WorkstationSwitch } from '#core/commands/context.ts'
import { say } from '#text/say.ts'
import { switchLanguage } from './switch-language.ts'

const change = (part: Partial<Preferences>, code: string, facts: CommandOutcome['facts'] = {}) => {
  store.set(preferencesAtom, part)
  return { tone: 'ok', code, facts } as const
}

// One tenth louder or softer. A change to louder also unmutes.
const changeVolume = (by: 1 | -1): CommandOutcome => {
  const { volume, muted } = store.get(preferencesAtom)
  const tenths = Math.min(10, Math.max(0, Math.round(volume * 10) + by))
  return change({ volume: tenths / 10, muted: muted && by < 0 }, 'workstation.volumeIs', {
    percent: tenths * 10,
  })
}

// The next larger or smaller size, if there is one.
const changeTextSize = (by: 1 | -1): CommandOutcome => {
  const { textSize } = store.get(preferencesAtom)
  const next = TEXT_SIZES[TEXT_SIZES.indexOf(textSize) + by] ?? textSize
  return change({ textSize: next }, 'workstation.textSizeIs', { percent: next })
}

// The theme before the sunlight theme, for the lifetime of the page.
let themeBeforeSun: Preferences['theme'] = 'system'

const switchSun = (): CommandOutcome => {
  const { theme } = store.get(preferencesAtom)
  const next = theme === 'sun' ? themeBeforeSun : 'sun'
  if (next === 'sun') themeBeforeSun = theme
  return change({ theme: next }, 'themeSwitched', { theme: say(`menu.theme.${next}`) })
}

/** Changes a workstation setting and stores it in the browser. */
export function changeSetting(which: WorkstationSwitch): CommandOutcome {
  const { muted, vibrate, speak, afterError, contrast } = store.get(preferencesAtom)
  switch (which) {
    case 'sound':
      return change({ muted: !muted }, muted ? 'scan-unmuted' : 'scan-muted')
    case 'louder':
      return changeVolume(1)
    case 'quieter':
      return changeVolume(-1)
    case 'vibration':
      return change({ vibrate: !vibrate }, vibrate ? 'workstation.vibratesNot' : 'workstation.vibrates')
    case 'speech':
      return change({ speak: !speak }, speak ? 'workstation.speaksNot' : 'workstation.speaks')
    case 'sun':
      return switchSun()
    case 'contrast':
      return contrast === 'more'
        ? change({ contrast: 'system' }, 'workstation.contrastIsSystem')
        : change({ contrast: 'more' }, 'workstation.contrastIsMore')
    case 'larger':
      return changeTextSize(1)
    case 'smaller':
      return changeTextSize(-1)
    case 'language':
      return switchLanguage()
    case 'hold':
      return afterError === 'hold'
        ? change({ afterError: 'continue' }, 'workstation.holdsNot')
        : change({ afterError: 'hold' }, 'workstation.holds')
  }
}
