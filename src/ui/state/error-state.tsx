import { Button } from '../actions/button.tsx'
import { Icon } from '../icon.tsx'
import s from './empty-state.module.css'

interface Props {
  message: string
  onRetry?: () => void
}

export function ErrorState({ message, onRetry }: Props) {
  return (
    <div className={s.empty} role="alert">
      <span className={s.medal}>
        <Icon name="alert" size={24} />
      </span>
      <p className={s.title}>No se pudo cargar</p>
      <p className={s.text}>{message}</p>
      {onRetry && (
        <div className={s.action}>
          <Button icon="refresh" onClick={onRetry}>
            Intentar de nuevo
          </Button>
        </div>
      )}
    </div>
  )
}
