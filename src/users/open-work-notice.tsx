import { useQuery } from '@tanstack/react-query'
import { formatCount, formatList } from '../lib/number-format.ts'
import { Button } from '../ui/actions/button.tsx'
import { Cluster, Stack } from '../ui/page/layout.tsx'
import { Notice } from '../ui/state/screen-states.tsx'
import { openWorkQuery } from './queries.ts'

interface Props {
  userId: string
  onSubstitute: (() => void) | undefined
}

/** Notice of the work that a user leaves open and of who decides instead; renders nothing if there is none. */
export function OpenWorkNotice({ userId, onSubstitute }: Props) {
  const { data: work } = useQuery(openWorkQuery(userId))
  if (!work) return null
  const { decisions, formats, requests, keys, managed, substitute } = work
  const decides = decisions > 0 || formats.length > 0
  const facts = [
    decisions > 0 && `${formatCount(decisions, 'solicitud espera', 'solicitudes esperan')} su decisión.`,
    formats.length > 0 && `Decide en ${formatList(formats, 4)}.`,
    requests > 0 && `${formatCount(requests, 'solicitud suya sigue', 'solicitudes suyas siguen')} en curso.`,
    managed > 0 && `${formatCount(managed, 'persona queda', 'personas quedan')} sin jefe inmediato.`,
    keys > 0 && `${formatCount(keys, 'clave de programa deja', 'claves de programa dejan')} de servir.`,
  ].filter((fact) => fact !== false)
  if (facts.length === 0) return null
  return (
    <Notice tone="warning" title="Queda pendiente">
      <Stack gap={2}>
        <ul>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        {decides && (
          <p>
            {substitute
              ? `${substitute} decide en su lugar.`
              : 'Sin un reemplazo, deciden las demás personas de cada paso. Si no queda nadie, un administrador.'}
          </p>
        )}
        {decides && !substitute && onSubstitute && (
          <Cluster>
            <Button size="s" onClick={onSubstitute}>
              Nombrar un reemplazo
            </Button>
          </Cluster>
        )}
      </Stack>
    </Notice>
  )
}
