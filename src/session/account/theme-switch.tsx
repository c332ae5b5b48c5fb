import { setTheme, themeNames, themes, useTheme } from '../../lib/theme.ts'
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx'

const icons = { light: 'sun', dark: 'moon', system: 'monitor' } as const

export function ThemeSwitch({ name, iconsOnly = false }: { name: string; iconsOnly?: boolean }) {
  const theme = useTheme((state) => state.theme)
  return (
    <SegmentedControl
      label="Tema"
      name={name}
      iconsOnly={iconsOnly}
      options={themes.map((value) => ({ value, label: themeNames[value], icon: icons[value] }))}
      value={theme}
      onChange={setTheme}
    />
  )
}
