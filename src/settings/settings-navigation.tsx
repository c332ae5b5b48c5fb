import { SegmentedLink } from '../ui/segmented-link.tsx'
import { SegmentedLinks } from '../ui/segmented-links.tsx'

export function SettingsNavigation() {
  return (
    <SegmentedLinks label="Ajustes">
      <SegmentedLink to="/app/settings" activeOptions={{ exact: true }}>
        Organización
      </SegmentedLink>
      <SegmentedLink to="/app/settings/groups">Grupos</SegmentedLink>
      <SegmentedLink to="/app/settings/lists">Listas</SegmentedLink>
      <SegmentedLink to="/app/settings/backups">Copias</SegmentedLink>
      <SegmentedLink to="/app/settings/keys">Claves</SegmentedLink>
      <SegmentedLink to="/app/settings/webhooks">Webhooks</SegmentedLink>
      <SegmentedLink to="/app/audit">Historial</SegmentedLink>
    </SegmentedLinks>
  )
}
