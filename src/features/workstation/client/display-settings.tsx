import { useAtom } from 'jotai'
import { preferencesAtom, TEXT_SIZES, THEMES } from '#app/state/preferences.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { chooseLanguage } from '#input/devices/switch-language.ts'
import { languageOf, languages } from '#text/languages.ts'
import { say } from '#text/say.ts'

/** The display settings: theme, contrast, text size, language. They apply immediately. */
export function DisplaySettings() {
  const [{ theme, contrast, textSize, language }, change] = useAtom(preferencesAtom)
  return (
    <section className="card workstation-part layout-list" aria-labelledby="workstation-sight">
      <h2 id="workstation-sight">{say('workstation.sight')}</h2>
      <div className="workstation-choices">
        <RadioGroup
          legend={say('workstation.theme')}
          value={theme}
          options={THEMES.map((value) => ({ value, label: say(`workstation.theme.${value}`) }))}
          onValue={(value) => change({ theme: THEMES.find((each) => each === value) ?? 'system' })}
        />
        <RadioGroup
          legend={say('workstation.textSize')}
          value={String(textSize)}
          options={TEXT_SIZES.map((percent) => ({
            value: String(percent),
            label: say('workstation.volumeOf', { percent }),
          }))}
          onValue={(value) => change({ textSize: TEXT_SIZES.find((each) => String(each) === value) ?? 100 })}
        />
      </div>
      <Checkbox
        label={say('workstation.contrast')}
        checked={contrast === 'more'}
        onValue={(on) => change({ contrast: on ? 'more' : 'system' })}
      />
      <RadioGroup
        legend={say('workstation.language')}
        value={languageOf(language).id}
        options={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
        onValue={chooseLanguage}
      />
    </section>
  )
}
