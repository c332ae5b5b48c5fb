import { setTheme, themeLabels, themes, useTheme } from '../../lib/theme.ts'
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx'

export function ThemeSwitch({ name, iconsOnly = false }: { name: string; iconsOnly?: boolean }) {
  const theme = useTheme((state) => state.theme)
  return (
    <SegmentedControl
      label="Tema"
      name={name}
      iconsOnly={iconsOnly}
      options={themes.map((value) => ({ value, ...themeLabels[value] }))}
      value={theme}
      onChange={setTheme}
    />
  )
}
